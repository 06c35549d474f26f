/** A thread loads its modules for itself, so what reads TypeScript is put in place here once more. */
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
