"""A Slurm of one node, from Debian's packages slurmctld, slurmd, slurm-client and munge: started for a test, and stopped by it.

All that it writes stands in one folder. Nothing of the machine's own Slurm, if there is one, is read or changed.
"""

import getpass
import os
import secrets
import shutil
import socket
import subprocess
from pathlib import Path

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel"]

CONFIGURATION = """\
ClusterName=grundy
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,bf_interval=1,defer_batch=0
MaxArraySize=10001
MaxJobCount=20000
MinJobAge=2
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE OverSubscribe=NO State=UP
"""


def missing():
    """The programs that are not installed; Debian has them in /usr/sbin, too."""
    return [name for name in PROGRAMS if which(name) is None]


def which(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


class Slurm:
    """The daemons, and the words that ask them."""

    def __init__(self, folder: Path):
        self.folder, self.daemons = folder, []
        self.host = socket.gethostname().split(".")[0]

    def __enter__(self):
        folder = self.folder
        for name in ("state", "spool"):
            (folder / name).mkdir()
        key = folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        controller, node = ports(2)
        (folder / "slurm.conf").write_text(
            CONFIGURATION.format(
                host=self.host, controller=controller, node=node, user=getpass.getuser(), folder=folder, cpus=os.cpu_count()
            )
        )
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}
        try:
            own = [f"--{name}={folder}/munge.{name}" for name in ("socket", "pid-file", "log-file", "seed-file")]
            self.start("munged", "--foreground", "--force", f"--key-file={key}", *own)
            self.wait(lambda: (folder / "munge.socket").exists())
            self.start("slurmctld", "-D", "-c")
            self.wait(lambda: self.ask("scontrol", "ping").returncode == 0)
            self.start("slurmd", "-D", "-N", self.host)
            self.wait(lambda: "idle" in self.ask("sinfo", "--noheader", "--format=%T").stdout)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.ask("scancel", "--user", getpass.getuser())
        for daemon in reversed(self.daemons):
            daemon.terminate()
            daemon.wait()

    def start(self, name, *words):
        with open(self.folder / f"{name}.out", "wb") as out:
            self.daemons.append(
                subprocess.Popen([which(name), *words], env=self.environment, stdout=out, stderr=out, cwd=self.folder)
            )

    def wait(self, ready):
        """Waits for a sign, as long as all daemons live."""
        while not ready():
            for daemon in self.daemons:
                try:
                    daemon.wait(timeout=0.2)
                except subprocess.TimeoutExpired:
                    continue
                logs = "\n".join(path.read_text(errors="replace")[-2000:] for path in self.folder.glob("*.[lo][ou][gt]"))
                raise RuntimeError(f"{daemon.args[0]} ended with {daemon.returncode}:\n{logs}")

    def ask(self, *words):
        return subprocess.run(list(words), env=self.environment, capture_output=True, text=True)

    def done(self, job):
        """Waits until a job has left the queue."""
        self.wait(lambda: not self.ask("squeue", "--noheader", "--jobs", job).stdout.strip())

    def emptied(self):
        """Waits until no job is in the queue."""
        self.wait(lambda: not self.ask("squeue", "--noheader").stdout.strip())


def ports(count):
    """Ports that nobody listens at."""
    listening = [socket.socket() for _ in range(count)]
    for one in listening:
        one.bind(("127.0.0.1", 0))
    found = [one.getsockname()[1] for one in listening]
    for one in listening:
        one.close()
    return found
