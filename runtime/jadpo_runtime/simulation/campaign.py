"""What the simulations of one program have in common: the program and prepared databases."""

import shutil
from pathlib import Path
from typing import Final

from jadpo_runtime.simulation.expectations import LEDGER_FIELDS, Subject, promises_of
from jadpo_runtime.simulation.outcome import Outcome
from jadpo_runtime.simulation.processes import Version, Versions
from jadpo_runtime.simulation.simulation import Simulation


class Campaign:
    """What all simulations of a program have in common; make it once."""

    def __init__(self, subject: Subject, folder: Path) -> None:
        """Keep the databases that simulations begin with, and theirs, in ``folder``."""
        self.subject: Final = subject
        self.folder: Final = folder
        self.versions: Final = tuple(
            Versions(
                Version.of(programs.now), Version.of(programs.later), Version.of(programs.last)
            )
            for programs in subject.programs
        )
        self.promises: Final = promises_of(
            subject.programs[0].now.manifest, subject.programs[0].later.manifest
        )
        self.ledgers: Final = dict.fromkeys(subject.ledgers, LEDGER_FIELDS)
        self.stores: Final = tuple(self.versions[0].now.manifest.stores)
        prepared = folder / "prepared"
        prepared.mkdir(parents=True, exist_ok=True)
        self.prepared: Final = {name: prepared / f"{name}.db" for name in self.stores}
        subject.prepare({name: str(path) for name, path in self.prepared.items()})

    def run(self, seed: int, events: int) -> Outcome:
        """Run the simulation of a seed, until at least ``events`` events were recorded."""
        folder = self.folder / f"seed {seed}"
        folder.mkdir()
        try:
            return Simulation(self, seed, events, folder).run()
        finally:
            shutil.rmtree(folder)
