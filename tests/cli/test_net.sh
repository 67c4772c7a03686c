#!/usr/bin/env bash
# test_net.sh - pawl host, join and net from outside: several processes over real UDP.
#
# usage: test_net.sh PAWL OTHER BROKEN [TICKS]
#   OTHER   the program as one of another simulation version, BROKEN one that computes something
#           else from tick 200 on (tests/net/net.mk); TICKS over the bad network (default 1000)
#
# The system chooses all ports, all of it has a time limit, and no process outlives it. The long game over the bad network runs beside all the others.
if [ -z "${NET_HAS_LIMIT:-}" ]; then
    NET_HAS_LIMIT=1 exec timeout -k 5 "$((${4:-1000} / 20 + 100))" "$0" "$@"
fi
pawl_other=$(realpath "${2:?}") || exit
pawl_broken=$(realpath "${3:?}") || exit
forge=$(realpath "$(dirname "$0")/forge.py")
ticks=${4:-1000}
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
: "${pawl:?}" "${work:?}"
declare -A child=()
trap 'kill -9 "${child[@]}" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' TERM INT

# begin NAME PROGRAM ARGUMENT...: runs beside us; its output goes to NAME.out and NAME.err.
begin() {
    local name=$1
    shift
    "$@" >"$name.out" 2>"$name.err" &
    child[$name]=$!
}

# wait_for NAME TEXT: until its messages have a line that begins like this.
wait_for() {
    local i
    for ((i = 0; i < 500; i++)); do
        grep -q "^$2" "$1.err" 2>/dev/null && return
        sleep 0.02
    done
    {
        echo "FAILED: $1 never said: $2"
        cat "$1.err"
    } >&2
    return 1
}

# port_of NAME: where a host or a network listens.
port_of() {
    wait_for "$1" "listening on" && sed -n 's/^listening on .*:\([0-9]*\)$/\1/p' "$1.err"
}

# ends STATUS NAME...: each of them ends with this status.
ends() {
    local wanted=$1 name
    shift
    for name in "$@"; do
        wait "${child[$name]}" 2>/dev/null
        same "${name}_ends" "$wanted" $?
        unset "child[$name]"
    done
}

# result NAME KEY...: values of its last line.
result() {
    local name=$1 key
    shift
    for key in "$@"; do
        sed -n "\$s/.*\\b$key=\\([^ ]*\\).*/\\1/p" "$name.out"
    done | tr '\n' ' ' | sed 's/ $//'
}

# at_most NAME NUMBER LIMIT
at_most() {
    check "$1: $2 is at most $3" test "${2:-999999}" -le "$3"
}
at_least() {
    check "$1: $2 is at least $3" test "${2:--1}" -ge "$3"
}

# ---- 100 ms each way, a quarter of all packets lost: begun here, looked at in the end ----
begin badhost "$pawl" host --port 0 --ticks "$ticks" --window 15 --bot 3
begin badnet "$pawl" net --listen 0 --to "127.0.0.1:$(port_of badhost)" --delay 100 --loss 25 \
    --seed 5
begin badclient "$pawl" join "127.0.0.1:$(port_of badnet)" --ticks "$ticks" --window 15 --bot 4

# ---- the same keys without a network in between ----
begin cleanhost "$pawl" host --port 0 --ticks "$ticks" --rate 800 --bot 3 --record clean.rep
begin cleanclient "$pawl" join "127.0.0.1:$(port_of cleanhost)" --ticks "$ticks" --rate 800 --bot 4
# ... and, to save time, what is looked at further down.
begin stephost "$pawl" host --port 0 --ticks "$ticks" --rate 800 --bot 3 --window 0
begin stepclient "$pawl" join "127.0.0.1:$(port_of stephost)" --ticks "$ticks" --rate 800 --bot 4 \
    --window 0
begin jhost "$pawl" host --port 0 --ticks 90 --rate 200 --bot 1 --hash-every 30 --json
begin jclient "$pawl" join "127.0.0.1:$(port_of jhost)" --ticks 90 --rate 200 --bot 2 \
    --hash-every 30
mkdir -p broken/host broken/client broken/json
begin dhost env -C broken/host "$pawl" host --port 0 --ticks 4000 --rate 400 --bot 1
begin djhost env -C broken/json "$pawl" host --port 0 --ticks 4000 --rate 400 --bot 1 --json
begin djclient env -C broken/json "$pawl_broken" join "127.0.0.1:$(port_of djhost)" --ticks 4000 \
    --rate 400 --bot 2
begin dclient env -C broken/client "$pawl_broken" join "127.0.0.1:$(port_of dhost)" --ticks 4000 \
    --rate 400 --bot 2
# One of three computes something else: the others play on.
mkdir -p broken/third
begin thost "$pawl" host --port 0 --players 3 --ticks 900 --rate 400 --bot 1
begin tclient "$pawl" join "127.0.0.1:$(port_of thost)" --players 3 --ticks 900 --rate 400 --bot 2
begin tbroken env -C broken/third "$pawl_broken" join "127.0.0.1:$(port_of thost)" --players 3 \
    --ticks 900 --rate 400 --bot 3
ends 0 cleanhost
ends 0 cleanclient
same clean_runs_are_equal "$(result cleanhost tick hash chain)" \
    "$(result cleanclient tick hash chain)"
same clean_run_is_whole "$ticks 0 false" "$(result cleanhost tick first_tick desync)"
same replay_is_whole "ok clean.rep ticks=$ticks hash=$(result cleanhost hash) 0" \
    "$("$pawl" verify clean.rep | sed 's/ checkpoints=.*//') $?"

# ---- lockstep gives the same game ----
ends 0 stephost stepclient
same lockstep_is_the_same_game "$(result cleanhost hash chain)" "$(result stephost hash chain)"
same lockstep_never_rolls_back "0 0" "$(result stephost rollbacks) $(result stepclient rollbacks)"

# ---- JSON, and hashes on the way ----
ends 0 jhost jclient
read_json() { python3 -c "import json; d = json.load(open('jhost.out')); print($1)"; }
same json_has_the_hash "$(result jclient hash chain tick)" \
    "$(read_json "d['hash'], d['chain'], d['tick']" | tr -d "(',)")"
same json_has_hashes_on_the_way "$(sed -n 's/^tick=\([0-9]*\) hash=\([0-9a-f]*\)$/\1 \2/p' jclient.out)" \
    "$(read_json "*[f\"{h['tick']} {h['hash']}\" for h in d['hashes']], sep='\n'")"

# ---- with a window, on a screen that nobody sees; without SDL2 nobody presses keys either ----
begin whost env SDL_VIDEODRIVER=dummy "$pawl" host --port 0 --ticks 60
begin wclient "$pawl" join "127.0.0.1:$(port_of whost)" --ticks 60 --bot 2
ends 0 whost wclient
same window_shows_the_same_game "$(result wclient tick hash chain)" \
    "$(result whost tick hash chain)"

# ---- four players and somebody who watches, joining late ----
begin mhost "$pawl" host --port 0 --players 4 --begin 3 --ticks 500 --rate 200 --bot 1
mport=$(port_of mhost)
for i in 1 2; do
    begin "m$i" "$pawl" join "127.0.0.1:$mport" --players 4 --ticks 500 --rate 200 --bot "$i"
done
wait_for mhost "the game begins"
sleep 0.5
begin m3 "$pawl" join "127.0.0.1:$mport" --players 4 --ticks 500 --rate 200 --bot 3
begin mwatch "$pawl" join "127.0.0.1:$mport" --players 4 --ticks 500 --rate 200 --spectate --bot 0
ends 0 mhost m1 m2 m3 mwatch
for name in m1 m2 m3 mwatch; do
    same "${name}_has_the_same_game" "$(result mhost tick hash chain)" \
        "$(result $name tick hash chain)"
done
at_least late_player_was_late "$(result m3 first_tick)" 1
at_least spectator_was_late "$(result mwatch first_tick)" 1
check late_player_played grep -q "^players 0x8 are back" mhost.err

# ---- refused ----
begin rhost "$pawl" host --port 0 --ticks 100000 --bot 1
rport=$(port_of rhost)
# refused_as NAME EXIT REASON PROGRAM ARGUMENT...
refused_as() {
    local name=$1 code=$2 reason=$3 program=$4 status
    shift 4
    timeout 20 "$program" join "127.0.0.1:$rport" --bot 1 --ticks 10 --wait 10 "$@" >out 2>err
    status=$?
    same "$name" "$code refused: $reason" "$status $(grep -o '^refused: .*' err)"
}
refused_as another_game_is_refused 2 "another game, or another version of it" "$pawl" --seed 2
refused_as other_players_are_refused 2 "other players, input size, rate, hashes, link or signing" "$pawl" \
    --players 3
refused_as another_rate_is_refused 2 "other players, input size, rate, hashes, link or signing" "$pawl" \
    --rate 61
refused_as another_version_is_refused 3 "another version of the simulation" "$pawl_other"
begin rclient "$pawl" join "127.0.0.1:$rport" --ticks 100000 --bot 2 --timeout 1000
wait_for rclient "the game begins"
refused_as a_third_of_two_players_is_refused 2 "no place is free" "$pawl"

# ---- the host is gone without a word ----
{ kill -9 "${child[rhost]}" && wait "${child[rhost]}"; } 2>/dev/null
ends 2 rclient
same client_says_why "peer 0 went: silent for too long" "$(grep '^peer' rclient.err)"

# ---- the host is gone, and the others go on ----
# goes_on NAME SIGNAL: of three machines the host ends; the clients agree on one of them, play on
# and record the same game. Another machine joins the new host as the player that is gone.
goes_on() {
    local name=$1 a b port new
    local options=(--players 3 --timeout 500 --rate 200 --migrate --ticks 600 --password open)
    begin "$name" "$pawl" host --port 0 --bot 1 "${options[@]}"
    port=$(port_of "$name")
    begin "${name}1" "$pawl" join "127.0.0.1:$port" --bot 2 --record "$name.1.rep" "${options[@]}"
    begin "${name}2" "$pawl" join "127.0.0.1:$port" --bot 3 --record "$name.2.rep" "${options[@]}"
    wait_for "$name" "the game begins" && sleep 1
    { kill "$2" "${child[$name]}" && wait "${child[$name]}"; } 2>/dev/null
    unset "child[$name]"
    wait_for "${name}1" "the host is " && wait_for "${name}1" "the host is .* from tick"
    wait_for "${name}2" "the host is .* from tick"
    new=$(sed -n 's/^the host is this machine .* port //p' "${name}1.err" "${name}2.err")
    "$pawl" join "127.0.0.1:$new" --bot 4 "${options[@]}" --password shut >wrong.out 2>wrong.err
    same "${name}_asks_for_the_password_still" "2, refused: wrong password" \
        "$?, $(grep '^refused' wrong.err)"
    begin "${name}3" "$pawl" join "127.0.0.1:$new" --bot 4 "${options[@]}"
    ends 0 "${name}1" "${name}2" "${name}3"
    a=$(result "${name}1" tick hash chain faults) b=$(result "${name}2" tick hash chain faults)
    same "${name}_goes_on_alike" "$a" "$b"
    same "${name}_plays_to_the_end" 600 "$(result "${name}1" tick)"
    same "${name}_takes_another_player_in" "$(result "${name}1" tick hash)" \
        "$(result "${name}3" tick hash)"
    same "${name}_has_one_new_host" "1 1" \
        "$(cat "${name}1.err" "${name}2.err" | grep -c '^the host is this machine') $(
            cat "${name}1.err" "${name}2.err" | grep -c '^the host is another machine')"
    # Ticks of 5 ms: the silence that is waited for, and 2 s.
    at_most "${name}_goes_on_within_2_s" "$(result "${name}1" longest_stall)" 500
    at_most "${name}_goes_on_within_2_s_there" "$(result "${name}2" longest_stall)" 500
    same "${name}_replays_verify" "ok ok" "$("$pawl" verify "$name.1.rep" "$name.2.rep" |
        cut -d' ' -f1 | tr '\n' ' ' | sed 's/ $//')"
}
goes_on killed -9
goes_on leaves -INT
# One of two cannot know what has failed.
begin lhost "$pawl" host --port 0 --bot 1 --timeout 500 --migrate
lport=$(port_of lhost)
begin lclient "$pawl" join "127.0.0.1:$lport" --bot 2 --timeout 500 --migrate
wait_for lclient "the game begins"
{ kill -9 "${child[lhost]}" && wait "${child[lhost]}"; } 2>/dev/null
usage a_line_has_no_members " host: --migrate needs a network" host --migrate --serial none

# ---- nobody there, and a port that is taken ----
timeout 20 "$pawl" join "127.0.0.1:$rport" --bot 1 --wait 1 >out 2>err
same nobody_there "2 pawl: join: nobody came within 1 seconds" "$? $(tail -1 err)"
begin taken "$pawl" host --port 0 --bot 1
tport=$(port_of taken)
timeout 20 "$pawl" host --port "$tport" --bot 1 >out 2>err
same a_taken_port_is_an_error "2 pawl: host: 127.0.0.1:$tport: the port is in use" "$? $(cat err)"

# ---- strangers ----
begin fhost "$pawl" host --port 0 --ticks 200 --rate 200 --bot 1
fport=$(port_of fhost)
forged=$(python3 "$forge" "$pawl" "$fport" 120 3)
check "forged_hellos_are_no_amplifier: $forged" python3 -c "
import re
sent, given, players = map(int, re.search(r'in=(\d+) out=(\d+) players=(\d+)', '$forged').groups())
assert 0 < given <= sent and players == 0"
same forged_hellos_let_nobody_in "" "$(grep '^peer' fhost.err)"
begin fclient "$pawl" join "127.0.0.1:$fport" --ticks 200 --rate 200 --bot 2
ends 0 fhost fclient
same forged_hellos_cost_no_place "$(result fhost hash chain)" "$(result fclient hash chain)"

begin phost "$pawl" host --port 0 --ticks 200 --rate 200 --bot 1 --password sesame
pport=$(port_of phost)
begin pguess "$pawl" join "127.0.0.1:$pport" --ticks 200 --rate 200 --bot 2 --password guess
ends 2 pguess
same wrong_password_is_told "refused: wrong password" "$(grep '^refused' pguess.err)"
begin pclient "$pawl" join "127.0.0.1:$pport" --ticks 200 --rate 200 --bot 2 --password sesame
ends 0 phost pclient
same right_password_lets_in "$(result phost hash chain)" "$(result pclient hash chain)"

ends 2 lclient
same one_of_two_gives_up "pawl: join: the host is gone, and too few of the others are found" \
    "$(tail -1 lclient.err)"

# ---- an interrupt ends a game politely ----
begin polite "$pawl" join "127.0.0.1:$tport" --bot 2
wait_for polite "the game begins"
kill -INT "${child[taken]}"
ends 0 taken
ends 2 polite
same client_is_told "peer 0 went: left" "$(grep '^peer' polite.err)"

# ---- gone, and back as the same player ----
begin bhost "$pawl" host --port 0 --ticks 700 --rate 200 --bot 1 --timeout 500
bport=$(port_of bhost)
begin bclient "$pawl" join "127.0.0.1:$bport" --ticks 700 --rate 200 --bot 2 --secret 000102030405060708090a0b0c0d0e0f
wait_for bhost "the game begins"
sleep 0.5
{ kill -9 "${child[bclient]}" && wait "${child[bclient]}"; } 2>/dev/null
wait_for bhost "players 0x2 are gone"
begin bagain "$pawl" join "127.0.0.1:$bport" --ticks 700 --rate 200 --bot 2 --secret 000102030405060708090a0b0c0d0e0f
ends 0 bhost bagain
check player_is_back grep -q "^players 0x2 are back" bhost.err
same back_again_has_the_same_game "$(result bhost tick hash chain)" \
    "$(result bagain tick hash chain)"
at_least back_again_began_later "$(result bagain first_tick)" 50

# ---- a machine that computes something else ----
ends 1 dhost dclient djhost djclient
same json_tells_of_the_desync True \
    "$(python3 -c "import json; print(json.load(open('djhost.out'))['desync'])")"
check json_has_the_text_apart grep -q '^desync at tick 201' djhost.err
for name in dhost dclient; do
    same "${name}_names_the_tick" "desync at tick 201" "$(grep -o '^desync at tick [0-9]*' $name.out)"
    check "${name}_names_the_field" grep -q '^position.x\|^velocity.x' $name.out
done
# Each says what its machine had: this program agrees with one of them.
"$pawl" verify broken/host/desync-201-host.rep >out
same host_writes_its_replay "0 ok" "$? $(cut -d ' ' -f 1 out)"
"$pawl" verify broken/client/desync-201-client.rep >out
same client_writes_its_replay "1 diverged tick=201" "$? $(cut -d ' ' -f 1,3 out)"

# ---- one of three ----
ends 0 thost tclient
ends 1 tbroken
same two_of_three_have_the_same_game "900 $(result thost hash chain) false" \
    "$(result tclient tick hash chain desync)"
for name in thost tbroken; do
    check "${name}_says_which_is_at_fault" grep -q '^at fault: .*; more machines' $name.err
done
check host_names_the_other grep -q '^at fault: the other machine' thost.err
check broken_one_names_itself grep -q '^at fault: this machine' tbroken.err

# ---- usage ----
usage join_needs_a_host " join: no HOST:PORT (" join
usage join_takes_one_host " join: more than one host: b:2" join a:1 b:2
usage join_needs_a_port " join: the address has no port: 127.0.0.1" join 127.0.0.1
usage host_takes_no_operand " host: unknown operand: x" host x
usage too_many_players " host: --players takes a number from 2 to 4: 5" host --players 5
usage unknown_desync " host: --desync takes drop, ignore or end: x" host --desync x
usage net_needs_listen " net: --listen is missing" net --to 127.0.0.1:1
usage net_needs_to " net: --to is missing" net --listen 0
usage net_loss_is_a_percentage " net: --loss takes a number from 0 to 100: 101" net --loss 101
usage no_such_host " host: 192.0.2.1:4747: the address is not one of this machine" \
    host --listen 192.0.2.1

# ---- the bad network ----
ends 0 badhost badclient
kill -INT "${child[badnet]}"
ends 0 badnet
same bad_network_gives_the_same_game "$(result cleanhost tick hash chain)" \
    "$(result badhost tick hash chain)"
same bad_client_has_it_too "$(result cleanhost tick hash chain)" "$(result badclient tick hash chain)"
for name in badhost badclient; do
    at_most "${name}_stalls" "$(result $name longest_stall)" 15
    at_least "${name}_rolls_back" "$(result $name rollbacks)" "$((ticks / 50))"
    at_least "${name}_sees_the_delay" "$(result $name round_trip_ms)" 190
done
lost=$(sed -n 's/^to_host.* lost=\([0-9]*\).*/\1/p' badnet.out)
at_least packets_were_lost "$lost" "$((ticks / 5))"
echo "net: $ticks ticks, 100 ms each way, $lost packets lost to the host:" \
    "longest stall $(result badhost longest_stall) and $(result badclient longest_stall) ticks," \
    "stalls $(result badhost stalls) and $(result badclient stalls)," \
    "rollbacks $(result badhost rollbacks) and $(result badclient rollbacks)"

finish "net"
