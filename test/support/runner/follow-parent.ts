// Loaded into every test process: when the run that started it is gone, however it ended, nobody reads the
// results any more, and a process with something left open would stay for ever.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 500).unref();
