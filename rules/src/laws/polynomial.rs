//! Polynomials with rational coefficients, through given values.

use std::fmt;

/// A polynomial in p.
///
/// ```
/// use blackbox_rules::laws::Polynomial;
///
/// // The triangular numbers, from p = 4 on.
/// let triangular = Polynomial::through(4, 1, &[10, 15, 21]);
/// assert_eq!(triangular.to_string(), "(p^2 + p)/2");
/// assert_eq!((triangular.at(100), triangular.degree()), (5050, 2));
/// assert_eq!(triangular.leading().to_string(), "(p^2)/2");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polynomial {
    /// The coefficients times the denominator, from that of p^0 on. The last one is not 0.
    numerators: Vec<i128>,
    denominator: i128,
}

impl Polynomial {
    /// The polynomial of the lowest degree with these values at `first`, `first + step`, and so on.
    #[doc(hidden)]
    pub fn through(first: i128, step: i128, values: &[i128]) -> Polynomial {
        // Newton's form: the k-th difference divided by k! step^k, times the product of p minus each earlier point.
        let mut differences = values.to_vec();
        let mut denominator: i128 = (1..values.len() as i128).map(|k| k * step).product();
        let mut scale = denominator;
        let mut product = vec![1];
        let mut numerators = vec![0; values.len()];
        for k in 0..values.len() {
            for (sum, factor) in numerators.iter_mut().zip(&product) {
                *sum += scale * differences[0] * factor;
            }
            let pairs = differences.windows(2);
            differences = pairs.map(|pair| pair[1] - pair[0]).collect();
            let place = first + step * k as i128;
            let mut next = vec![0; product.len() + 1];
            for (power, factor) in product.iter().enumerate() {
                next[power + 1] += factor;
                next[power] -= place * factor;
            }
            product = next;
            scale /= step * (k as i128 + 1);
        }
        while numerators.last() == Some(&0) {
            numerators.pop();
        }
        let common = numerators.iter().fold(denominator, |a, &b| divisor(a, b));
        numerators.iter_mut().for_each(|n| *n /= common);
        denominator /= common;
        Polynomial {
            numerators,
            denominator,
        }
    }

    /// A single term, whose numerator is not 0.
    pub(super) fn term(numerator: i128, denominator: i128, power: usize) -> Polynomial {
        let common = divisor(numerator, denominator);
        let mut numerators = vec![0; power];
        numerators.push(numerator / common);
        Polynomial {
            numerators,
            denominator: denominator / common,
        }
    }

    /// The term with the highest power, which dominates for large p.
    #[must_use]
    pub fn leading(&self) -> Polynomial {
        match self.numerators.last() {
            Some(&numerator) => Polynomial::term(numerator, self.denominator, self.degree()),
            None => self.clone(),
        }
    }

    /// The degree; 0 for the zero polynomial.
    pub fn degree(&self) -> usize {
        self.numerators.len().saturating_sub(1)
    }

    /// The value at an integer, rounded towards zero.
    pub fn at(&self, p: i128) -> i128 {
        let coefficients = self.numerators.iter().rev();
        coefficients.fold(0, |sum, numerator| sum * p + numerator) / self.denominator
    }
}

pub(super) fn factorial(number: usize) -> i128 {
    (1..=number as i128).product()
}

fn divisor(a: i128, b: i128) -> i128 {
    match b {
        0 => a.abs(),
        b => divisor(b, a % b),
    }
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut terms = String::new();
        for (power, &numerator) in self.numerators.iter().enumerate().rev() {
            let sign = match (numerator, terms.is_empty()) {
                (0, _) => continue,
                (..0, true) => "-",
                (_, true) => "",
                (..0, false) => " - ",
                (_, false) => " + ",
            };
            let factor = match (numerator.abs(), power) {
                (1, 1..) => String::new(),
                (number, _) => number.to_string(),
            };
            let power = match power {
                0 => String::new(),
                1 => "p".to_owned(),
                _ => format!("p^{power}"),
            };
            terms += &format!("{sign}{factor}{power}");
        }
        match (terms.is_empty(), self.denominator) {
            (true, _) => f.write_str("0"),
            (_, 1) => f.write_str(&terms),
            (_, denominator) => write!(f, "({terms})/{denominator}"),
        }
    }
}
