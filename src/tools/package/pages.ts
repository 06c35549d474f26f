/** A page of the documentation as a package has it: its links lead to what is in the package, and what is not is only named. Pure. */
import { posix } from 'node:path'
import type { Package } from './contents.ts'

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]*)\)/g

/** `from`: where the page is in this tree. @throws Error if the page shows a picture that the package does not have */
export function installedPage({ name, files }: Package, from: string, text: string): string {
  const places = new Map(files)
  const folder = posix.dirname(places.get(from) ?? '')
  return text.replaceAll(LINK, (whole, picture: string, words: string, target: string) => {
    const [to = '', anchor] = target.split('#')
    if (to === '' || to.includes('://')) return whole
    const place = places.get(posix.join(posix.dirname(from), to))
    const end = anchor === undefined ? '' : `#${anchor}`
    if (place !== undefined) return `${picture}[${words}](${posix.relative(folder, place)}${end})`
    if (picture !== '')
      throw new Error(`${from} shows ${to}, which the package ${name} does not have: add it to src/tools/package/contents.ts`)
    return words
  })
}
