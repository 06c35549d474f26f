/** A screen of the terminal as SVG: the same lines that the live terminal draws, in its colours, on a grid. Pure. */
import { type Line, type Tone, widthOf } from '../../../src/base/terminal/line.ts'

const SIGN = { width: 8.4, height: 19, font: 14 } as const
const PAD = { side: 18, top: 46, bottom: 16 } as const

const LOOKS: { readonly [T in Tone]: { readonly fill: string; readonly weight?: 700 } } = {
  plain: { fill: '#d5dde3' },
  strong: { fill: '#ffffff', weight: 700 },
  faint: { fill: '#8494a0' },
  'red-suit': { fill: '#ff7b72' },
  gain: { fill: '#7ee2a0' },
  loss: { fill: '#f2c14e' },
  alarm: { fill: '#ff7b72', weight: 700 },
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const number = (value: number): string => String(Math.round(value * 100) / 100)

/** The runs of a piece between its spaces, each fixed to its columns, because fonts differ in the width of suits and rules. */
function runsOf(text: string): readonly { readonly at: number; readonly text: string }[] {
  return [...text.matchAll(/\S+(?: \S+)*/gu)].map((run) => ({ at: [...text.slice(0, run.index)].length, text: run[0] }))
}

function rowText(line: Line, row: number): string {
  const y = number(PAD.top + (row + 0.78) * SIGN.height)
  let column = 0
  return line
    .flatMap((each) => {
      const from = column
      column += widthOf([each])
      const { fill, weight } = LOOKS[each.tone]
      return runsOf(each.text).map(({ at, text }) => {
        const x = number(PAD.side + (from + at) * SIGN.width)
        const length = number([...text].length * SIGN.width)
        const bold = weight === undefined ? '' : ` font-weight="${weight}"`
        return `<text x="${x}" y="${y}" fill="${fill}"${bold} textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`
      })
    })
    .join('')
}

/** `lines` as drawn, `columns` wide. `title`: the command that was typed. `says`: a description for screen readers. */
export function terminalPicture(lines: readonly Line[], columns: number, title: string, says: string): string {
  const width = number(2 * PAD.side + columns * SIGN.width)
  const height = number(PAD.top + lines.length * SIGN.height + PAD.bottom)
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map((fill, at) => `<circle cx="${22 + 20 * at}" cy="20" r="6" fill="${fill}"/>`).join('')
  const rows = lines.map((line, row) => rowText(line, row)).filter((row) => row !== '')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(says)}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${SIGN.font}" xml:space="preserve">
<rect width="100%" height="100%" rx="10" fill="#0e1418"/>
${dots}<text x="${number(Number(width) / 2)}" y="25" fill="#8494a0" text-anchor="middle">${escaped(title)}</text>
${rows.join('\n')}
</svg>
`
}
