"""slurm.py - verify replays on a cluster of one controller and two workers, one of which is killed.

    slurm.py PAWL [FILES]

Slurm (Debian's slurmctld, slurmd, slurm-client and munge) runs on this machine with files of its
own in a temporary folder. A job array verifies FILES replays, some of them wrong. While it runs one
worker dies with all that it does: its tasks are queued again by the controller. The merged answer
must be what one call of `pawl verify` gives, byte for byte. Needs root, as slurmd does.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARDS = 16
PATIENCE_SECONDS = 300

CONFIG = """ClusterName=pawl
SlurmctldHost=localhost
SlurmctldPort=26817
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdTimeout=8
ReturnToService=2
MpiDefault=none
SlurmdParameters=config_overrides
NodeName=one NodeHostname=localhost Port=26818 CPUs=2
NodeName=two NodeHostname=localhost Port=26819 CPUs=2
PartitionName=all Nodes=one,two Default=YES State=UP
"""


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, **options).stdout


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.processes = {}
        for name in ("state", "spool.one", "spool.two"):
            (folder / name).mkdir()
        key = folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        (folder / "slurm.conf").write_text(CONFIG.format(folder=folder))
        self.environment = dict(os.environ, SLURM_CONF=str(folder / "slurm.conf"))
        self.start("munged", "--foreground", "--force", "--key-file", key, "--socket",
                   folder / "munge.socket", "--pid-file", folder / "munged.pid", "--log-file",
                   folder / "munged.log", "--seed-file", folder / "munged.seed")
        self.wait_for(lambda: (folder / "munge.socket").exists(), "munge")
        self.start("slurmctld", "-D")
        for name in ("one", "two"):
            self.start("slurmd", "-D", "-N", name, as_name=name)
        self.wait_for(lambda: self.ask("sinfo", "-h", "-o", "%T").split() == ["idle"],
                      "two idle workers")

    def start(self, *command, as_name=None):
        name = as_name or command[0]
        log = (self.folder / f"{name}.out").open("wb")
        self.processes[name] = subprocess.Popen(
            [shutil.which(command[0]) or f"/usr/sbin/{command[0]}", *map(str, command[1:])],
            stdout=log, stderr=log, env=self.environment, start_new_session=True)

    def ask(self, *command):
        out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             env=self.environment)
        return out.stdout.decode()

    def wait_for(self, condition, what):
        end = time.monotonic() + PATIENCE_SECONDS
        while not condition():
            if time.monotonic() > end:
                for log in sorted(self.folder.glob("*.out")):
                    print(f"-- {log.name}", log.read_text("utf-8", "replace")[-1500:], sep="\n")
                sys.exit(f"slurm: waited {PATIENCE_SECONDS} s for {what}")
            time.sleep(0.2)

    def kill_worker(self, name):
        """The machine loses power: the daemon, the keepers of its tasks, and what they run."""
        tasks, keepers = set(), {self.processes.pop(name).pid}
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if f"SLURMD_NODENAME={name}\0".encode() not in (process / "environ").read_bytes():
                    continue
                tasks.add(int(process.name))
                status = (process / "status").read_text()
                parent = int(status.split("PPid:")[1].split()[0])
                if (Path("/proc") / str(parent) / "comm").read_text() == "slurmstepd\n":
                    keepers.add(parent)
            except OSError:
                continue  # it has just ended
        # First those that would tell the controller.
        for process in [*keepers, *tasks]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return len(keepers | tasks)

    def stop(self):
        for process in reversed(list(self.processes.values())):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


def write_replays(pawl, folder, count, seed):
    """Names of files, each with one fault or none."""
    draw = random.Random(seed)
    scene = ROOT / "examples/scenes/stack20.json"
    run(pawl, "record", scene, "--ticks", "400", "-o", folder / "whole.rep")
    whole = (folder / "whole.rep").read_bytes()
    names = []
    for i in range(count):
        bytes_ = bytearray(whole)
        if draw.random() < 0.1:
            bytes_[draw.randrange(len(bytes_))] ^= 1 << draw.randrange(8)
        name = folder / f"{i}.rep"
        name.write_bytes(bytes_)
        names.append(f"{name}\n")
    (folder / "names.txt").write_text("".join(names))


def main():
    pawl = str(Path(sys.argv[1]).resolve())
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    seed = int(os.environ.get("PAWL_SEED", time.time_ns() & 0xFFFFFFFF))
    print(f"slurm: {count} replays in {SHARDS} shards, seed {seed} (PAWL_SEED repeats it)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "out").mkdir()
        write_replays(pawl, folder, count, seed)
        cluster = Cluster(folder)
        try:
            check(cluster, pawl, folder)
        finally:
            cluster.stop()


def check(cluster, pawl, folder):
    cluster.environment["PAWL"] = pawl
    out = folder / "out"
    begin = time.monotonic()
    cluster.ask("sbatch", f"--array=0-{SHARDS - 1}", "--output=/dev/null",
                str(ROOT / "examples/cluster/verify.sbatch"), str(folder / "names.txt"), str(out))
    # In the middle: some shards have ended, and a task of the one that dies has told something.
    def is_in_the_middle():
        running = cluster.ask("squeue", "-h", "-r", "-t", "R", "-w", "one", "-o", "%K").split()
        return any((out / f"{task}.0.json").exists() and
                   (out / f"{task}.0.json").stat().st_size > 0 for task in running)
    cluster.wait_for(is_in_the_middle, "a task of the first worker")
    killed = cluster.kill_worker("one")
    print(f"slurm: a worker died after {time.monotonic() - begin:.1f} s ({killed} processes)")
    cluster.wait_for(lambda: cluster.ask("squeue", "-h", "-o", "%i").strip() == "",
                     "the end of the array")
    shards = sorted(out.glob("*.json"))
    again = [shard.name for shard in shards if not shard.name.endswith(".0.json")]
    unfinished = [shard.name for shard in shards
                  if not shard.read_text().rsplit("\n", 2)[-2].startswith('{"shard"')]
    print(f"slurm: {time.monotonic() - begin:.1f} s; unfinished: {' '.join(unfinished)}; "
          f"run again: {' '.join(again)}")
    merged = subprocess.run([pawl, "verify", "--merge", *shards], stdout=subprocess.PIPE)
    serial = subprocess.run([pawl, "verify", "-", "--json", "--shard", "0/1"],
                            stdin=(folder / "names.txt").open("rb"), stdout=subprocess.PIPE)
    faults = serial.stdout.count(b'"result": "malformed"')
    is_equal = merged.stdout == serial.stdout and merged.returncode == serial.returncode
    passed = [is_equal, bool(again), bool(unfinished), faults > 0]
    print(f"slurm: {len(serial.stdout.splitlines()) - 1} files, {faults} damaged; merged and serial "
          f"{'are equal' if is_equal else 'DIFFER'}")
    print(f"slurm: {passed.count(True)} passed, {passed.count(False)} failed")
    sys.exit(0 if all(passed) else 1)


main()
