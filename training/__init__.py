"""Training the heads of the readers: `make train-readers`. Not part of the package that users
install.
"""
