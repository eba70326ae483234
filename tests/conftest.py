"""What holds for every test: no model but on this machine, and no hurry: these machines
are noisy.
"""

import gc
import os
import sys

from hypothesis import settings

gc.set_threshold(
    10_000, 10, 10
)  # tests make and drop so much that a tenth of their time went into looking for circles
# Bytecode is kept even where the environment says otherwise, or every command that a test starts
# compiles Dramaturg anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

os.environ["DRAMATURG_MODELS"] = "loopback"
for variable in [
    name for name in os.environ if name.startswith("DRAMATURG_") and name != "DRAMATURG_MODELS"
]:
    del os.environ[variable]  # what a developer has set for themselves must not decide a test

settings.register_profile("dramaturg", deadline=None)
settings.load_profile("dramaturg")


def pytest_collection_finish() -> None:
    """What has been collected stays until the end: nobody need look through it again and again for
    what can be thrown away.
    """
    gc.collect()
    gc.freeze()
