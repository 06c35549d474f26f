/** Loaded before the tests of a process: the runner is told which test begins, at once, so that it can name one that never ends. */
import { writeSync } from 'node:fs'
import { beforeEach } from 'node:test'

const TOLD = 3

beforeEach(({ name }) => void writeSync(TOLD, `${name}\n`))
