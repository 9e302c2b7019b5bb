"""Sweeps and large tables on a cluster, by Dask.

Any Dask cluster will do: a `LocalCluster`, the `SLURMCluster`, `PBSCluster` or `SGECluster` of dask-jobqueue, one that somebody else runs. Bytes go through a
folder that all workers see, and only tokens (a path, a count) through the scheduler::

    from dask_jobqueue import SLURMCluster
    from distributed import Client
    import grundy.cluster

    with SLURMCluster(cores=8, memory="16GB") as machines, Client(machines) as client:
        machines.scale(jobs=20)
        grundy.cluster.sweep(client, "octal[c] for c in codes(3)", "sequence --terms 65537", output="/shared/codes.parquet")

A task is a part of the family, whose finished rows stand in a journal. A worker that is killed costs only the game it was asking; another worker runs the
task again, and goes on from its journal. If the scheduler or this process is killed, the same call goes on from the journals.

`table` makes a table of two coordinates tile by tile in a folder, which `grundy table --checkpoint` then reads. A task is a square of tiles, and waits for those
above it and to its left; a tile that exists is not made again. `forecast` says how long a plan takes with more workers than one has.
"""

from ._forecast import Forecast, forecast
from ._sweep import sweep
from ._table import table

__all__ = ["Forecast", "forecast", "sweep", "table"]
