-- New texts go into the index at once. Kept aside they were cheaper, until one writer had to sort in
-- thousands of them, for seconds, while it held the numbers of its company.
postgres: ALTER INDEX search_grams SET (fastupdate = off);
postgres: SELECT gin_clean_pending_list('search_grams');
