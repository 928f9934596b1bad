import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverUser } from '../test/support/postgres-binaries.ts';
import { until } from '../test/support/until.ts';

const TEMPLATES = resolve(import.meta.dirname, '../deploy/patroni');
const BRIDGE = 'kvitt0';
const NETWORK = '10.77.0';
const OWN_ADDRESS = `${NETWORK}.1`;
const PASSWORDS = { SUPERUSER_PASSWORD: 'superuser', REPLICATION_PASSWORD: 'replication' };
/** Initializing, and following after a failover, take longer on a busy machine. */
const PATIENCE_MS = 240_000;

type Role = 'leader' | 'standby' | 'none';

/** A machine of the cluster: a network namespace with etcd and Patroni in it. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly directory: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #etcdArguments: string[];

  constructor(nth: number, root: string, repository: string, bin: string) {
    this.name = `db${nth}`;
    this.address = `${NETWORK}.${10 + nth}`;
    this.directory = join(root, this.name);
    for (const path of [this.directory, join(this.directory, 'pgbackrest')]) ownDirectory(path);
    const members = [1, 2, 3].map((n) => ({ name: `db${n}`, host: `${NETWORK}.${10 + n}` }));
    const values = {
      ...PASSWORDS,
      ...{ NAME: this.name, ADDRESS: this.address, DATA: this.directory, BIN: bin, REPOSITORY: repository },
      ETCD: members.map(({ host }) => `${host}:2379`).join(),
      NETWORK: `${NETWORK}.0/24`,
    };
    for (const file of ['patroni.yml', 'pgbackrest.conf'])
      writeFileSync(join(this.directory, file), fillTemplate(file, values));
    this.#env = {
      PATH: `${bin}:/usr/sbin:/usr/bin:/bin`,
      LC_ALL: 'C.UTF-8',
      HOME: this.directory,
      PGBACKREST_CONFIG: join(this.directory, 'pgbackrest.conf'),
    };
    const [peer, client] = [`http://${this.address}:2380`, `http://${this.address}:2379`];
    this.#etcdArguments = [
      ...['--name', this.name, '--data-dir', join(this.directory, 'etcd'), '--log-level', 'error'],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      '--initial-cluster',
      members.map(({ name, host }) => `${name}=http://${host}:2380`).join(),
    ];
    run('ip', 'netns', 'add', this.name);
    run('ip', 'link', 'add', this.#link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.name);
    run('ip', 'link', 'set', this.#link, 'master', BRIDGE, 'up');
    for (const command of [`addr add ${this.address}/24 dev eth0`, 'link set eth0 up', 'link set lo up'])
      run('ip', '-n', this.name, ...command.split(' '));
  }

  get #link(): string {
    return `kvitt-${this.name}`;
  }

  start(): void {
    this.#spawn('etcd', this.#etcdArguments);
    this.#spawn('patroni', [join(this.directory, 'patroni.yml')]);
  }

  /** Ends everything on the machine at once, as a power cut would. */
  kill(): void {
    const pids = output('ip', 'netns', 'pids', this.name).split('\n').filter(Boolean);
    if (pids.length > 0) spawnSync('kill', ['-9', ...pids]);
  }

  disconnect(): void {
    run('ip', 'link', 'set', this.#link, 'down');
  }

  connect(): void {
    run('ip', 'link', 'set', this.#link, 'up');
  }

  /** As the other machines see it. */
  async role(): Promise<Role> {
    const signal = AbortSignal.timeout(1500);
    const is = (path: string) =>
      fetch(`http://${this.address}:8008/${path}`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      );
    if (await is('primary')) return 'leader';
    return (await is('replica')) ? 'standby' : 'none';
  }

  /** Runs a program of the database's user on the machine, and answers what it prints. */
  execute(program: string, args: readonly string[]): string {
    return execFileSync('ip', ['netns', 'exec', this.name, ...asServerUser(program, args)], {
      cwd: this.directory,
      env: this.#env,
      encoding: 'utf8',
    });
  }

  remove(): void {
    this.kill();
    spawnSync('ip', ['link', 'del', this.#link]);
    spawnSync('ip', ['netns', 'del', this.name]);
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const log = createWriteStream(join(this.directory, `${program}.log`), { flags: 'a' });
    const child = spawn('ip', ['netns', 'exec', this.name, ...asServerUser(program, args)], {
      cwd: this.directory,
      env: this.#env,
    });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    return child;
  }
}

/** Three machines with Patroni, and HAProxy before them, set up by the files in deploy/patroni. */
export class Cluster {
  readonly root = mkdtempSync(join(tmpdir(), 'kvitt-cluster-'));
  readonly machines: readonly Machine[];
  readonly #bin: string;
  #proxy: ChildProcess | null = null;

  constructor(bin: string) {
    this.#bin = bin;
    chownSync(this.root, ...owner());
    const repository = join(this.root, 'repository');
    ownDirectory(repository);
    run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
    run('ip', 'addr', 'add', `${OWN_ADDRESS}/24`, 'dev', BRIDGE);
    run('ip', 'link', 'set', BRIDGE, 'up');
    this.machines = [1, 2, 3].map((nth) => new Machine(nth, this.root, repository, bin));
  }

  /** Starts the machines, HAProxy and the first backup. */
  async start(): Promise<void> {
    for (const machine of this.machines) machine.start();
    await until('one machine leads and two follow', () => this.isWhole(), PATIENCE_MS);
    const values = Object.fromEntries(this.machines.map(({ address }, n) => [`DB${n + 1}`, address]));
    const file = join(this.root, 'haproxy.cfg');
    writeFileSync(file, fillTemplate('haproxy.cfg', { ...values, ADDRESS: OWN_ADDRESS }));
    this.#proxy = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
    const leader = await this.leader();
    leader.execute('psql', [
      ...['-h', leader.directory, '-c', "create role kvitt login password 'kvitt'"],
      ...['-c', 'create database kvitt owner kvitt'],
    ]);
    leader.execute('pgbackrest', ['--stanza=kvitt', 'stanza-create']);
    leader.execute('pgbackrest', ['--stanza=kvitt', '--type=full', 'backup']);
  }

  /** Through HAProxy. */
  get url(): string {
    return `postgres://kvitt:kvitt@${OWN_ADDRESS}:5000/kvitt`;
  }

  /** Each machine by itself. */
  get replicaUrl(): string {
    const hosts = this.machines.map(({ address }) => `${address}:5432`);
    return `postgres://kvitt:kvitt@${hosts.join()}/kvitt`;
  }

  async roles(): Promise<Role[]> {
    return Promise.all(this.machines.map((machine) => machine.role()));
  }

  async isWhole(): Promise<boolean> {
    return (await this.roles()).sort().join() === 'leader,standby,standby';
  }

  async leader(): Promise<Machine> {
    for (const deadline = performance.now() + PATIENCE_MS; ; ) {
      const leader = this.machines[(await this.roles()).indexOf('leader')];
      if (leader) return leader;
      if (performance.now() > deadline) throw new Error('No machine leads');
      await sleep(200);
    }
  }

  /** Restores the backup to a point in time into a directory of its own, and answers what a query says there. */
  async restore(target: Date, query: string): Promise<string> {
    const [machine] = this.machines;
    if (!machine) throw new Error('There is no machine');
    const directory = join(this.root, 'restored');
    ownDirectory(directory);
    machine.execute('pgbackrest', [
      ...[
        '--stanza=kvitt',
        `--pg1-path=${directory}/postgresql`,
        '--type=time',
        '--target-action=promote',
        '--archive-mode=off',
      ],
      ...[`--target=${target.toISOString().replace('T', ' ').replace('Z', '+00')}`, 'restore'],
    ]);
    const control = (...args: string[]) =>
      machine.execute(join(this.#bin, 'pg_ctl'), ['-D', `${directory}/postgresql`, ...args]);
    const settings = `-c listen_addresses= -c unix_socket_directories=${directory} -c port=5433 -c hba_file=${machine.directory}/postgresql/pg_hba.conf`;
    control('-w', '-t', '300', '-l', `${directory}/log`, '-o', settings, 'start');
    const ask = (text: string) =>
      machine.execute('psql', ['-h', directory, '-p', '5433', '-At', '-d', 'kvitt', '-c', text]).trim();
    try {
      await until('the restored database takes writes', () => ask('select pg_is_in_recovery()') === 'f');
      return ask(query);
    } finally {
      control('-m', 'immediate', 'stop');
      rmSync(directory, { recursive: true, force: true });
    }
  }

  close(): void {
    this.#proxy?.kill('SIGKILL');
    for (const machine of this.machines) machine.remove();
    spawnSync('ip', ['link', 'del', BRIDGE]);
    if (!process.env.KVITT_KEEP_CLUSTER) rmSync(this.root, { recursive: true, force: true });
  }
}

function fillTemplate(file: string, values: Record<string, string>): string {
  return readFileSync(join(TEMPLATES, file), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} needs ${name}`);
    return value;
  });
}

function owner(): [uid: number, gid: number] {
  const user = serverUser();
  if (!user) throw new Error('Only root can make network namespaces');
  return [user.uid, user.gid];
}

function ownDirectory(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, ...owner());
}

function asServerUser(program: string, args: readonly string[]): string[] {
  const [uid, gid] = owner();
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', program, ...args];
}

function run(...[program = '', ...args]: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function output(...[program = '', ...args]: string[]): string {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout;
}
