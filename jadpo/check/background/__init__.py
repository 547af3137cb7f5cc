"""Work that runs afterwards: subscribers, schedules, batches, backfills and their retries."""
