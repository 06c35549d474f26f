/**
 * A RabbitMQ cluster on this machine that needs only Debian's package. It has its own folder, ports, cookie and name service, so that it
 * disturbs no other cluster. Nodes start one after another, because each joins those before it.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { lastingPorts } from '../free-port.ts'
import { type Group, runToEnd, startGroup, tailOf } from './group.ts'

/** The scripts themselves, because those in the path first change the user. */
const SCRIPTS = '/usr/lib/rabbitmq/bin'
/** Ten seconds on an idle machine. */
const START_MS_MAX = 60_000
const CONTROL_MS_MAX = 30_000
const CLOSE_MS_MAX = 10_000
const CONNECT_MS_MAX = 2000
const LOOK_MS = 250
/** What waits for subscribers survives the node that holds it. */
const MIRRORED = ['set_policy', 'everywhere', '^mqtt-subscription', '{"ha-mode":"all","ha-sync-mode":"automatic"}']

export interface Cluster {
  /** `mqtt://127.0.0.1:PORT`, one per node. */
  readonly urls: readonly string[]
  /** Ends the node as a power cut would. */
  kill(node: number): Promise<void>
  /** Brings the node back with what it had on disk. */
  restart(node: number): Promise<void>
  stop(): Promise<void>
}

export const isInstalled = (): boolean => existsSync(join(SCRIPTS, 'rabbitmq-server')) && existsSync(join(SCRIPTS, 'rabbitmqctl'))

interface Node {
  readonly name: string
  readonly port: number
  readonly env: NodeJS.ProcessEnv
  /** Its standard output, and the logs it writes itself. */
  readonly logs: readonly string[]
  group: Group | null
}

export interface ClusterOptions {
  /** Created for this cluster, and removed when it stops. */
  readonly folder: string
  readonly size: number
  /** A client with this login may do everything, as may one without a login. */
  readonly login: { readonly username: string; readonly password: string }
  /** Reports each slow step. */
  readonly say: (text: string) => void
}

/** @throws Error with the end of a node's log if the node does not start */
export async function startCluster({ folder, size, login, say }: ClusterOptions): Promise<Cluster> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '.erlang.cookie'), `COOKIE${process.pid}`, { mode: 0o400 })
  writeFileSync(join(folder, 'enabled_plugins'), '[rabbitmq_mqtt].\n')
  const [epmd = 0, ...ports] = await lastingPorts(1 + 2 * size)
  const names = Array.from({ length: size }, (_, index) => `table${index + 1}-${process.pid}@localhost`)
  const nodes = names.map((name, index): Node => {
    const [port = 0, dist = 0] = ports.slice(2 * index)
    return prepare(folder, name, names, { epmd, port, dist })
  })
  // A node that finds no name service starts one that outlives it.
  const registry = startGroup(['epmd', '-port', String(epmd), '-address', '127.0.0.1'], process.env, join(folder, 'epmd.out'))
  const stop = async () => {
    const ends = await Promise.allSettled([...nodes.map(kill), registry.kill()])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  try {
    for (const [index, node] of nodes.entries()) {
      say(`node ${index + 1} of ${size} starts`)
      await run(node)
    }
    for (const words of [MIRRORED, ['add_user', login.username, login.password], ['set_permissions', login.username, '.*', '.*', '.*']])
      await runToEnd([join(SCRIPTS, 'rabbitmqctl'), '-q', ...words], nodes[0]?.env ?? {}, CONTROL_MS_MAX)
  } catch (error) {
    // The reason why it did not start matters most, whatever else goes wrong during the clean-up.
    await stop().catch((late: unknown) => say(String(late)))
    throw error
  }
  const nodeAt = (index: number): Node => {
    const node = nodes[index]
    if (node === undefined) throw new RangeError(`there is no node ${index}`)
    return node
  }
  return {
    urls: nodes.map(({ port }) => `mqtt://127.0.0.1:${port}`),
    kill: (index) => kill(nodeAt(index)),
    restart: (index) => run(nodeAt(index)),
    stop,
  }
}

interface Ports {
  readonly epmd: number
  /** Port for MQTT. */
  readonly port: number
  /** Port between the nodes. */
  readonly dist: number
}

function prepare(folder: string, name: string, names: readonly string[], { epmd, port, dist }: Ports): Node {
  const config = [
    'listeners.tcp = none',
    `mqtt.listeners.tcp.1 = 127.0.0.1:${port}`,
    'mqtt.allow_anonymous = true',
    'cluster_formation.peer_discovery_backend = classic_config',
    ...names.map((each, index) => `cluster_formation.classic_config.nodes.${index + 1} = ${each}`),
    'cluster_partition_handling = pause_minority',
    'log.file.level = warning',
  ]
  writeFileSync(join(folder, `${name}.conf`), `${config.join('\n')}\n`)
  const env = {
    ...process.env,
    HOME: folder,
    // The dump of a node that does not start; by default it would land in the folder from which the test was started.
    ERL_CRASH_DUMP: join(folder, `${name}.dump`),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(epmd),
    RABBITMQ_NODENAME: name,
    RABBITMQ_DIST_PORT: String(dist),
    RABBITMQ_CONFIG_FILE: join(folder, `${name}.conf`),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, `${name}.pid`),
    // There are two cores for three nodes and everything else.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 1:1',
  }
  return { name, port, env, logs: [join(folder, `${name}.out`), join(folder, 'log', `${name}.log`)], group: null }
}

/** Resolves when the node's MQTT port, which opens last, is open. */
async function run(node: Node): Promise<void> {
  if (await accepts(node.port)) throw new Error(`${node.name} cannot start: port ${node.port} has been taken by another program`)
  const [out = ''] = node.logs
  const group = startGroup([join(SCRIPTS, 'rabbitmq-server')], node.env, out)
  node.group = group
  const latest = performance.now() + START_MS_MAX
  while (!(await accepts(node.port))) {
    const ended = group.ended() ?? (performance.now() > latest ? `its port is not open within ${START_MS_MAX} ms` : null)
    if (ended !== null) throw new Error(`${node.name} does not start (${ended}): ${node.logs.map(tailOf).join('\n')}`)
    await wait(LOOK_MS)
  }
}

async function kill(node: Node): Promise<void> {
  await node.group?.kill()
  node.group = null
  const latest = performance.now() + CLOSE_MS_MAX
  while (await accepts(node.port)) {
    if (performance.now() > latest) throw new Error(`${node.name} was killed, and its port ${node.port} is still open`)
    await wait(LOOK_MS)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const told = (isOpen: boolean) => {
      resolve(isOpen)
      socket.destroy()
    }
    socket.setTimeout(CONNECT_MS_MAX, () => told(false))
    socket.once('connect', () => told(true))
    socket.on('error', () => told(false))
  })
}
