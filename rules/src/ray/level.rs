//! Runs operations with the SIMD instructions of the processor.

/// Runs an operation with the instructions of a SIMD level, as `fearless_simd::dispatch` does, but on x86 only
/// with AVX2 and AVX-512. Older x86 processors have vectors of half the size, and compiling the operations for
/// them would add a fifth to all the code that the compiler sees.
macro_rules! on_level {
    ($level:expr, $simd:ident => $op:expr) => {{
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            match $level {
                fearless_simd::Level::Avx2(token) => $crate::ray::on_level!(@with token, $simd => $op),
                fearless_simd::Level::Avx512(token) => $crate::ray::on_level!(@with token, $simd => $op),
                _ => unreachable!("the scalar tracer serves older processors"),
            }
        }
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        {
            fearless_simd::dispatch!($level, $simd => $op)
        }
    }};
    (@with $token:ident, $simd:ident => $op:expr) => {
        fearless_simd::Simd::vectorize(
            $token,
            #[inline(always)]
            || {
                let $simd = $token;
                $op
            },
        )
    };
}
pub(crate) use on_level;

/// As `on_level`, but also runs on x86 processors without AVX2, with SSE2.
macro_rules! on_any_level {
    ($level:expr, $simd:ident => $op:expr) => {
        match $level {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            level @ (fearless_simd::Level::Sse2(_) | fearless_simd::Level::Sse4_2(_)) => {
                let token = level.as_sse2().expect("it is part of both");
                $crate::ray::on_level!(@with token, $simd => $op)
            }
            level => $crate::ray::on_level!(level, $simd => $op),
        }
    };
}
pub(crate) use on_any_level;
