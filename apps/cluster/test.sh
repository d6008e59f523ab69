#!/usr/bin/env bash
# Counts a census in parts with GNU parallel and xargs over ssh, with Slurm and with Dask, as docs/cluster.md
# describes, in real processes on this machine. Kills a task or a worker of GNU parallel, Slurm and Dask, and
# checks that the table of the merged parts equals that of a census in one process.
#
#   apps/cluster/test.sh [PROGRAM [CONFIG [PARTS]]]
#
# PROGRAM is the path of `blackbox`, which is built by default. By default, CONFIG is A7_B8, and PARTS is 16.
# Missing systems are installed with apt-get or pip, or skipped if that fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
cluster=$PWD/apps/cluster
[ "${1:-}" ] || cargo build --locked --quiet
program=$(realpath "${1:-target/debug/blackbox}")
config=${2:-A7_B8}
parts=${3:-16}
folder=$(mktemp -d)
# Makes the program available as `blackbox`.
mkdir "$folder/bin"
ln -s "$program" "$folder/bin/blackbox"
export PATH=$folder/bin:$PATH BLACKBOX_DB=$folder/blackbox.db
started=()
cleanup() {
    for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$folder"
}
trap cleanup EXIT

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
install_for() { # SYSTEM COMMAND PACKAGES...: fails if the command is missing and cannot be installed
    command -v "$2" >/dev/null || as_root apt-get install -y -qq "${@:3}" >/dev/null || {
        echo "SKIPPED: apps/cluster/test.sh: $1 cannot be installed" >&2
        return 1
    }
}
await() { # WHAT COMMAND...: waits until a command succeeds
    for _ in $(seq 12000); do
        "${@:2}" 2>/dev/null && return
        sleep 0.1
    done
    echo "error: no $1 after twenty minutes" >&2
    return 1
}
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
kill_a_task() { # FOLDER: kills one of the processes that count a part into it
    local pid
    for pid in $(pgrep -x blackbox); do
        grep -qzF -- "$1" "/proc/$pid/cmdline" 2>/dev/null && kill -9 "$pid" && echo "killed a task in $1" && return
    done
    return 1
}
checksum() { blackbox verify "$config" --db "$1" --quiet | grep '^checksum'; }
check() { # SYSTEM FOLDER: merges the parts, and compares the table with that of one process
    blackbox census status "$2"
    blackbox census merge "$2" --db "$2.db" --quiet >/dev/null
    [ "$(checksum "$2.db")" = "$expected" ]
    echo "passed: $1, $config in $parts parts"
}

blackbox census "$config" --db "$folder/one.db" --quiet >/dev/null
expected=$(checksum "$folder/one.db")

over_ssh() {
    install_for ssh sshd openssh-server && install_for "GNU parallel" parallel parallel || return 0
    local port
    port=$(free_port)
    ssh-keygen -q -t ed25519 -N '' -f "$folder/key"
    cp "$folder/key.pub" "$folder/authorized"
    [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
    "$(command -v sshd)" -D -f /dev/null -p "$port" -h "$folder/key" -o "AuthorizedKeysFile $folder/authorized" \
        -o 'ListenAddress 127.0.0.1' -o 'StrictModes no' -o 'UsePAM no' -o "PidFile none" 2>"$folder/sshd.log" &
    started+=($!)
    cat >"$folder/ssh" <<END
Host one two
    HostName 127.0.0.1
    Port $port
    IdentityFile $folder/key
    StrictHostKeyChecking no
    UserKnownHostsFile /dev/null
    LogLevel ERROR
END
    await sshd ssh -F "$folder/ssh" one true
    # Two hosts with a slot each. A task is tried up to three times.
    seq "$parts" | parallel --ssh "ssh -F $folder/ssh" -S 1/one,1/two --retries 3 \
        "$folder/bin/blackbox" census part "{}/$parts" "$config" --output "$folder/ssh.parts" --threads 1 --quiet &
    await "task in $folder/ssh.parts" kill_a_task "$folder/ssh.parts"
    wait $!
    check "GNU parallel over ssh" "$folder/ssh.parts"
    # Removes the file of a part, so that xargs counts this part again.
    rm "$folder/ssh.parts/$config-part-1-of-$parts.json" "$folder/ssh.parts.db"
    blackbox census status "$folder/ssh.parts" --missing --quiet | xargs -P 2 -I {} ssh -F "$folder/ssh" one \
        "$folder/bin/blackbox" census part {} "$config" --output "$folder/ssh.parts" --quiet
    check "xargs over ssh" "$folder/ssh.parts"
}

# A busy slurmctld may fail to answer, so an error does not mean that there are no jobs.
no_jobs() { local jobs; jobs=$(squeue -h) && [ -z "$jobs" ]; }

with_slurm() {
    install_for Slurm slurmctld slurm-wlm munge || return 0
    [ "$(id -u)" = 0 ] || { echo "SKIPPED: apps/cluster/test.sh: only root can start Slurm" >&2; return 0; }
    local slurm=$folder/slurm host
    mkdir -p "$slurm"
    host=$(hostname -s)
    dd if=/dev/urandom of="$slurm/key" bs=1024 count=1 status=none
    chmod 700 "$slurm"
    chmod 600 "$slurm/key"
    munged --foreground --force --key-file "$slurm/key" --socket "$slurm/munge" --pid-file "$slurm/munge.pid" \
        --log-file "$slurm/munge.log" --seed-file "$slurm/seed" 2>/dev/null &
    started+=($!)
    cat >"$slurm/slurm.conf" <<END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm/munge
CredType=cred/munge
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/ctld.pid
SlurmdPidFile=$slurm/d.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=2048
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF=$slurm/slurm.conf
    await munge test -S "$slurm/munge"
    slurmctld -D >"$slurm/ctld.log" 2>&1 &
    started+=($!)
    slurmd -D >"$slurm/d.log" 2>&1 &
    started+=($!)
    await "idle node" sh -c 'sinfo -h -o %t | grep -q "idle\|mix"'
    local parts_folder=$folder/slurm.parts job rest
    job=$(sbatch --parsable --chdir "$folder" --array="1-$parts" "$cluster/part.sbatch" "$config" "$parts" "$parts_folder")
    await "task in $parts_folder" kill_a_task "$parts_folder"
    await "end of job $job" no_jobs
    rest=$(blackbox census status "$parts_folder" --missing --quiet | cut -d / -f 1 | paste -sd ,)
    [ "$rest" ]
    job=$(sbatch --parsable --chdir "$folder" --array="$rest" "$cluster/part.sbatch" "$config" "$parts" "$parts_folder")
    job=$(sbatch --parsable --chdir "$folder" --dependency="afterok:$job" \
        --wrap "blackbox census merge $parts_folder --db $folder/merged.db")
    await "end of job $job" no_jobs
    [ "$(checksum "$folder/merged.db")" = "$expected" ]
    check "Slurm, with part $rest again" "$parts_folder"
}

with_dask() {
    local venv=target/cluster port python
    python3 -m venv "$venv" && "$venv/bin/pip" install -q distributed==2026.8.0 || {
        echo "SKIPPED: apps/cluster/test.sh: Dask cannot be installed" >&2
        return 0
    }
    python=$PWD/$venv/bin/python
    port=$(free_port)
    "$python" -m distributed.cli.dask_scheduler --host 127.0.0.1 --port "$port" --no-dashboard 2>"$folder/dask.log" &
    started+=($!)
    local workers=()
    for _ in 1 2; do
        "$python" -m distributed.cli.dask_worker "tcp://127.0.0.1:$port" --nthreads 1 --no-dashboard --no-nanny \
            --local-directory "$folder" 2>>"$folder/dask.log" &
        workers+=($!)
        started+=($!)
    done
    "$python" "$cluster/census.py" "$config" "$parts" "$folder/dask.parts" --scheduler "tcp://127.0.0.1:$port" &
    local client=$!
    await "part of Dask" test -d "$folder/dask.parts"
    kill -9 "${workers[0]}" && echo "killed a worker of Dask"
    wait "$client"
    check Dask "$folder/dask.parts"
}

over_ssh
with_slurm
with_dask
