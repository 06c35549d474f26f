/**
 * A RabbitMQ cluster on this machine, out of nothing but Debian's package: its own folder, ports, cookie and name service, so that it
 * meddles with no other one. Nodes start one after another, because each joins those before it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The scripts themselves: those in the path change the user first. */
const SCRIPTS = '/usr/lib/rabbitmq/bin'
const START_MS_MAX = 180_000
const LOOK_MS = 250

export interface Cluster {
  /** `mqtt://127.0.0.1:PORT`, a node each. */
  readonly urls: readonly string[]
  /** As a power cut would end the node. */
  kill(node: number): Promise<void>
  /** The node comes back with what it had on disk. */
  restart(node: number): Promise<void>
  stop(): Promise<void>
}

export const isInstalled = (): boolean => existsSync(join(SCRIPTS, 'rabbitmq-server')) && existsSync(join(SCRIPTS, 'rabbitmqctl'))

interface Node {
  readonly name: string
  readonly port: number
  readonly env: NodeJS.ProcessEnv
  process: ChildProcess | null
}

/** `folder` is used up. `say`: what takes long. @throws Error with the end of a node's log when it does not start */
export async function startCluster(folder: string, size: number, say: (text: string) => void): Promise<Cluster> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '.erlang.cookie'), `COOKIE${process.pid}`, { mode: 0o400 })
  writeFileSync(join(folder, 'enabled_plugins'), '[rabbitmq_mqtt].\n')
  const epmd = await freePort()
  const names = Array.from({ length: size }, (_, index) => `table${index + 1}-${process.pid}@localhost`)
  const nodes: Node[] = []
  for (const name of names) nodes.push(await prepare(folder, name, names, epmd))
  const run = async (node: Node) => {
    const log = openSync(join(folder, `${node.name}.out`), 'a')
    node.process = spawn(join(SCRIPTS, 'rabbitmq-server'), [], { env: node.env, stdio: ['ignore', log, log], detached: true })
    closeSync(log)
    await answering(node, folder)
  }
  const kill = async (node: Node | undefined) => {
    const child = node?.process
    if (!node || !child?.pid) return
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
    process.kill(-child.pid, 'SIGKILL')
    await gone
    // The process may outlive the script that started it by a moment.
    while (await accepts(node.port)) await wait(LOOK_MS)
    node.process = null
  }
  const stop = async () => {
    await Promise.all(nodes.map(kill))
    spawnSync('epmd', ['-port', String(epmd), '-kill'], { stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    for (const [index, node] of nodes.entries()) {
      say(`node ${index + 1} of ${size} starts`)
      await run(node)
    }
    control(nodes[0], ['set_policy', 'everywhere', '^mqtt-subscription', '{"ha-mode":"all","ha-sync-mode":"automatic"}'])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    urls: nodes.map(({ port }) => `mqtt://127.0.0.1:${port}`),
    kill: (index) => kill(nodes[index]),
    restart: async (index) => {
      const node = nodes[index]
      if (node !== undefined) await run(node)
    },
    stop,
  }
}

async function prepare(folder: string, name: string, names: readonly string[], epmd: number): Promise<Node> {
  const [port, dist] = [await freePort(), await freePort()]
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
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(epmd),
    RABBITMQ_NODENAME: name,
    RABBITMQ_DIST_PORT: String(dist),
    RABBITMQ_CONFIG_FILE: join(folder, `${name}.conf`),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, `${name}.pid`),
    // Two cores for three nodes and everything else.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 1:1',
  }
  return { name, port, env, process: null }
}

function control(node: Node | undefined, words: readonly string[]): void {
  const { status, stderr } = spawnSync(join(SCRIPTS, 'rabbitmqctl'), ['-q', ...words], { env: node?.env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`rabbitmqctl ${words[0]}: ${stderr}`)
}

/** Its MQTT port is opened last. */
async function answering({ port, name, process: child }: Node, folder: string): Promise<void> {
  const latest = performance.now() + START_MS_MAX
  while (!(await accepts(port))) {
    if (child?.exitCode !== null || performance.now() > latest) {
      const out = readFileSync(join(folder, `${name}.out`), 'utf8')
      throw new Error(`${name} does not start: ${out.slice(-2000)}`)
    }
    await wait(LOOK_MS)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
