import os

os.environ["DRAMATURG_MODELS"] = "loopback"
