# Prints the documents that the original's MongoDB programs store, as mongoexport
# prints them: the original's own modules make them, and lists in memory stand in
# for its three collections. A3_B4 is whole; A2_B4 ends in the middle of an insert,
# as it can where there are no transactions.
use BSON::Document;
use init-conf-common;
use explore-common;
use upd-spectrum-common;

my %collections = Configurations => [], Molecules => [], Spectrums => [];
# How many molecules may still be inserted.
my $room = Inf;
class Killed is Exception { }

sub find-molecule(&wanted) {
    with %collections<Molecules>.first(&wanted) { (1, $_) } else { (0, BSON::Document) }
}

my %explore =
    load-configuration      => -> $cf { %collections<Configurations>.first(*<config> eq $cf) },
    last-number             => -> $configuration { 0 },
    molecule-by-number      => -> $cf, $number {
        find-molecule({ $_<config> eq $cf && $_<number> == $number })
    },
    molecule-by-molecule    => -> $cf, $molecule {
        find-molecule({ $_<config> eq $cf && $_<molecule> eq $molecule })
    },
    store-molecules         => -> @molecules {
        for @molecules {
            Killed.new.throw if $room-- <= 0;
            %collections<Molecules>.push($_);
        }
    },
    # The document is the stored one, so it has been changed already.
    upd-molecule            => -> $molecule { },
    remove-enantiomer-group => -> $cf, $number { };

my %upd-spectrum =
    canonical-molecules => -> $cf {
        my $spectrums = set %collections<Spectrums>.grep(*<config> eq $cf).map(*<spectrum>);
        my Int @numbers = %collections<Molecules>
            .grep({ $_<config> eq $cf && $_<transform> eq 'id' && $_<spectrum> ∈ $spectrums })
            .map(*<number>).sort;
        @numbers
    },
    enantiomer-group    => -> $cf, $number {
        %collections<Molecules>
            .grep({ $_<config> eq $cf && $_<canonical-number> == $number })
            .sort(*<number>)
    },
    read-spectrum       => -> $cf, $spectrum {
        %collections<Spectrums>.first({ $_<config> eq $cf && $_<spectrum> eq $spectrum })
            // BSON::Document.new: (transform => 'none')
    },
    update-spectrum     => -> $spectrum { };

sub init-conf($cf) {
    init($cf, -> $ { }, -> $ { }, -> $document { %collections<Configurations>.push($document) });
}

sub init-spectrum($cf) {
    my %counts = %collections<Molecules>.grep(*<config> eq $cf).map(*<spectrum>).Bag.Hash;
    for %counts.pairs.grep(*.value != 1).sort({ -.value, .key }) {
        %collections<Spectrums>.push: BSON::Document.new: (
            config           => $cf,
            spectrum         => .key,
            nb_mol           => .value,
            transform        => '??',
            canonical-number => 0,
        );
    }
}

# What the exploration prints as well is no document: no line of it begins with a brace.
do {
    init-conf('A3_B4');
    explore('A3_B4', %explore);
    init-spectrum('A3_B4');
    upd-spectrum('A3_B4', %upd-spectrum, False);
    init-conf('A2_B4');
    $room = 61;
    explore('A2_B4', %explore);
    CATCH { when Killed { } }
}

my $object = 0;
for <Configurations Molecules Spectrums> -> $name {
    for %collections{$name}.list -> $document {
        # The server gives every document an identifier and puts it first.
        my @pairs = sprintf('"_id":{"$oid":"%024x"}', ++$object);
        for $document.keys -> $key {
            my $value = $document{$key};
            @pairs.push: '"' ~ $key ~ '":' ~ ($value ~~ Int ?? $value !! '"' ~ $value ~ '"');
        }
        say '{' ~ @pairs.join(',') ~ '}';
    }
}
