-- New texts go into the index at once. Kept aside they are cheaper, until one writer has to sort in
-- thousands of them, and all who wait for that writer wait for this.
postgres: ALTER INDEX search_grams SET (fastupdate = off);
postgres: SELECT gin_clean_pending_list('search_grams');
