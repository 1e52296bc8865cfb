"""The running process: command line, settings, assembly, schedule, delivery."""
