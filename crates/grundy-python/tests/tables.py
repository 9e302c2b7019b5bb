"""What the tests of plans share: the program, and whether a folder holds a table."""

import grundy as gr


def program(*words):
    code, _, said, _ = gr._grundy.run([str(word) for word in words])
    assert code == 0, said


def is_whole(kept, game, to):
    """Fails unless the values in the folder are those of a run without it, and no tile is left beside the shelf."""
    folder = kept.parent
    program("table", game, "--to", to, "-o", folder / "expected.npy")
    program("table", game, "--to", to, "--checkpoint", kept, "-o", folder / "found.npy")
    assert (folder / "found.npy").read_bytes() == (folder / "expected.npy").read_bytes()
    assert not list((kept / "pieces").glob("*.cells"))
