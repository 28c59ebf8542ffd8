"""The bank: SQLite in one file, peewee for its tables, full-text search. One door: `bank.Bank`."""
