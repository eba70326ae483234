"""Training the ear and the readers of lines: `make train-ear`, `make train-readers`. Not part of the
package that users install.
"""
