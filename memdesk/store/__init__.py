"""The bank: one SQLite file. `memdesk.store.bank.Bank` is its one door."""
