/** A thread loads its modules itself, so the TypeScript loader is installed here again. */
import { register } from 'tsx/esm/api'

register()
await import('./theory-worker.ts')
