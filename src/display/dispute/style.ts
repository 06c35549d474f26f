/** The appearance of a dispute file, on a screen and on A4. */
export const STYLE = `
:root { color-scheme: light; font: 13px/1.4 system-ui, sans-serif; color: #1a1a1a; background: #fff }
body { max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; border-bottom: 1px solid #999; break-after: avoid }
h3 { font-size: 1rem; margin: .8rem 0 .2rem; break-after: avoid }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .4rem 0 } dt { color: #444 } dd { margin: 0; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-variant-numeric: tabular-nums }
th, td { padding: .12rem .6rem .12rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere } th { border-bottom: 1px solid #bbb; white-space: nowrap }
thead { display: table-header-group } tr { break-inside: avoid } .note { color: #444; font-size: .9rem }
.story td:first-child, .records td:nth-child(-n+3) { white-space: nowrap } .story td:nth-child(3) { font-size: .8rem; width: 22% }
.other td:first-child { white-space: nowrap; width: 16% } .other td { width: 42% }
.records { font: .72rem/1.35 ui-monospace, monospace } code { font-family: ui-monospace, monospace }
.felt { display: block; width: 100%; max-height: 34rem; margin: .6rem 0; break-inside: avoid; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.felt text { font-size: 22px; text-anchor: middle; fill: #fff } .felt .cloth { fill: #1d5c45; stroke: #5a3a22; stroke-width: 12 }
.felt .spot { fill: none; stroke: #cfe3d8; stroke-width: 2 } .felt .tag { font-size: 18px; fill: #cfe3d8 }
.felt .card rect { fill: #fff; stroke: #333; stroke-width: 1.5 } .felt .card text { fill: #111; font-weight: 700 }
.felt .card.red text { fill: #b00020 } .felt .card.open rect { fill: #f2ead2; stroke-dasharray: 6 4; stroke-width: 3 }
section { break-inside: avoid-page } @media print { body { margin: 0; max-width: none; padding: 0 } } @page { size: A4; margin: 14mm }
`
