-- Two kinds of facts are called by the words of the documentation; the log says so of the past too.
UPDATE fact SET event_type = 'invoice.waived' WHERE event_type = 'invoice.forgiven';
UPDATE fact SET event_type = 'subscription.lines_pending'
    WHERE event_type = 'subscription.lines_waiting';
