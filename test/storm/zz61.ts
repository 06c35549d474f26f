import { simulate } from '/tmp/h/faults/test/storm/simulate.ts'
let signs: any
const out = await simulate({ seed: 61, rounds: 3, hours: 1000 }, { after: (a) => { signs = a.shown.signs; return a } })
console.log(out.broken)
for (const s of signs) if (/alarm:(clock|journal|broker)/.test(s.what) || s.what==='birth') console.log(s.atMs.toFixed(0), s.what, s.isOn)
process.exit(0)
