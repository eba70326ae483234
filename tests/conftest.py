"""What holds for every test: no model but on this machine, and no hurry: these machines are noisy."""

import os

from hypothesis import settings

os.environ["DRAMATURG_MODELS"] = "loopback"
for variable in [name for name in os.environ if name.startswith("DRAMATURG_") and name != "DRAMATURG_MODELS"]:
    del os.environ[variable]  # what a developer has set for themselves must not decide a test

settings.register_profile("dramaturg", deadline=None)
settings.load_profile("dramaturg")
