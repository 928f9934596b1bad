-- The trace of the call that a job follows, so that its spans are part of the same trace.
alter table jobs add column trace text;
