/** A package's commands as bundles that share their parts, in the words of an installed program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { inInstalledWords, type Package } from './contents.ts'

const { bundledForNode } = (await import(new URL('../../bundling.mjs', import.meta.url).href)) as {
  readonly bundledForNode: (source: string, outfile: string, firstLine: string) => BuildOptions
}
const { sourceDigest } = (await import(new URL('../../source-digest.mjs', import.meta.url).href)) as {
  readonly sourceDigest: (root: string) => string
}

export interface Bundled {
  /** Packages that stay outside. */
  readonly outside: readonly string[]
  /** Places in the lock file of the packages that went in. */
  readonly inside: readonly string[]
}

const PLACE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/

/** Runs before the plugins of the launcher, and gives them its text. */
const worded = (own: Package, plugins: readonly Plugin[]): Plugin => ({
  name: 'installed-words',
  setup(build) {
    for (const plugin of plugins)
      void plugin.setup({
        ...build,
        onLoad: (options, load) =>
          build.onLoad(options, async (args) => {
            const loaded = await load(args)
            if (loaded?.contents === undefined) return loaded
            return { ...loaded, contents: inInstalledWords(own, loaded.contents.toString()) }
          }),
      })
  },
})

/** Writes `into`/COMMAND.js and the parts that they share. */
export async function bundleCommands(root: string, own: Package, into: string, version: string): Promise<Bundled> {
  const { outfile: _, plugins = [], ...options } = bundledForNode('', join(root, 'dist/command.js'), `// ${own.name} ${version}`)
  const { metafile } = await build({
    ...options,
    entryPoints: Object.entries(own.commands).map(([out, { source }]) => ({ in: source, out })),
    outdir: into,
    chunkNames: 'part-[hash]',
    splitting: true,
    plugins: [worded(own, plugins)],
    define: { BUNDLED_SOURCES: JSON.stringify(`${version} ${sourceDigest(root)}`) },
    absWorkingDir: root,
    metafile: true,
  })
  const outputs = Object.values(metafile.outputs).flatMap(({ imports }) => imports)
  const inside = Object.keys(metafile.inputs).flatMap((path) => PLACE.exec(path)?.[0] ?? [])
  return {
    outside: [...new Set(outputs.filter(({ external }) => external).map(({ path }) => path))].sort(),
    inside: [...new Set(inside)].sort(),
  }
}

/** MQTT.js calls `url.parse`, of which Node 24 warns everybody who reads the log. */
const QUIET = '--disable-warning=DEP0169'

/** Node's options of a script in package.json, without what the tree alone needs. */
export function nodeOptions(root: string, script: string | null): readonly string[] {
  if (script === null) return [QUIET]
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly [name: string]: string }
  }
  return (scripts[script] ?? '').split(' ').filter((word) => word.startsWith('--'))
}
