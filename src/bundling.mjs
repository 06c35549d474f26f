/** The launcher's options for esbuild, by which a program of this tree becomes one file that Node starts. */
import { readFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'

/** These packages load native code by a path next to their own files, or look for a package that may be missing. */
export const LOADS_NATIVE = ['serialport', '@serialport/*', '@lydell/node-pty', '@lydell/node-pty/*', 'libsql', 'pg']

/** In the bundle every source file still finds the files next to it, as in `new URL('rounds.json', import.meta.url)`. */
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

/** `outfile` is absolute and inside the tree, because packages that are not bundled are found from there. `firstLine`: a comment. */
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
    // CommonJS packages inside the bundle still load Node's modules with `require`.
    banner: {
      js: `${firstLine}\nimport { createRequire as requireFor } from 'node:module'\nconst require = requireFor(import.meta.url)`,
    },
  }
}
