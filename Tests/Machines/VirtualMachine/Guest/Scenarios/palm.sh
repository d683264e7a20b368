# shellcheck shell=dash disable=SC2154
# The daemon cancels a touch as soon as the panel calls it a palm, and ignores a contact that lands as a palm. A large
# finger is a palm where the configuration says this.

cat >palm.toml <<'END'
[recognizer.drag]
kind = "pan"

[recognizer.tap]
kind = "tap"

[device.panel]
name = "Machine panel of palms"
palm_radius_mm = 12
END

require 'the panel is made' plug /Devices/palms.prop
gestured --config palm.toml >daemon.out 2>daemon.log &
daemon=$!
processes="$processes $daemon"
require 'the daemon starts' within 10 test -S "$socket"
require 'the daemon reads the panel' within 5 opens "$daemon" "$node"
require 'a client gets hello' subscribe client

# A panning finger turns into a palm, moves on and lifts.
evemu-play "$node" <<'END'
E: 0.000001 0003 0039 1
E: 0.000001 0003 0035 500
E: 0.000001 0003 0036 900
E: 0.000001 0003 0030 96
E: 0.000001 0000 0000 0
E: 0.010001 0003 0035 560
E: 0.010001 0000 0000 0
E: 0.020001 0003 0035 620
E: 0.020001 0000 0000 0
E: 0.030001 0003 0037 2
E: 0.030001 0000 0000 0
E: 0.040001 0003 0035 700
E: 0.040001 0000 0000 0
E: 0.050001 0003 0039 -1
E: 0.050001 0000 0000 0
END
quiet client
check 'the pan is cancelled when the finger is called a palm' sees client '"kind":"pan"' '"state":"cancelled"'
lines=$(wc -l <client)

# A tap of a palm, then one of a contact that is 30 mm long.
evemu-play "$node" <<'END'
E: 0.000001 0003 0039 2
E: 0.000001 0000 0000 0
E: 0.080001 0003 0039 -1
E: 0.080001 0000 0000 0
E: 0.500001 0003 0039 3
E: 0.500001 0003 0037 0
E: 0.500001 0003 0030 360
E: 0.500001 0000 0000 0
E: 0.580001 0003 0039 -1
E: 0.580001 0000 0000 0
END
quiet client
since "$lines" client >client.palms
check 'palms do not tap' negated grep -q gesture client.palms

evemu-play "$node" <<'END'
E: 0.000001 0003 0039 4
E: 0.000001 0003 0030 96
E: 0.000001 0000 0000 0
E: 0.080001 0003 0039 -1
E: 0.080001 0000 0000 0
END
quiet client
check 'a finger does' sees client '"kind":"tap"' '"state":"ended"'
check 'every gesture ended once' balanced client
