/** How a program of this tree becomes one file that Node starts: the launcher's options for esbuild. */
import { readFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'

/** These load native code by a path beside their own files, or look for a package that may not be there. */
const LOADS_NATIVE = ['serialport', '@serialport/*', '@lydell/node-pty', '@lydell/node-pty/*', 'libsql', 'pg']

/** In the bundle every file still finds what lies beside it, as `new URL('rounds.json', import.meta.url)`. */
const keepOwnUrls = (folder) => ({
  name: 'own-urls',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (path.includes('node_modules')) return null
      const place = relative(folder, path).split(sep).join('/')
      const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`)
      return { contents, loader: 'ts' }
    })
  },
})

/** `outfile` is absolute, inside the tree: what is not bundled is found from there. `firstLine`: a comment. */
export function bundledForNode(source, outfile, firstLine) {
  return {
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.15',
    external: LOADS_NATIVE,
    plugins: [keepOwnUrls(dirname(outfile))],
    legalComments: 'none',
    logLevel: 'error',
    // CommonJS packages inside the bundle still ask for Node's modules by `require`.
    banner: {
      js: `${firstLine}\nimport { createRequire as requireFor } from 'node:module'\nconst require = requireFor(import.meta.url)`,
    },
  }
}
