/** A step of `npm run check`: the migrations of releases are as they were released. */
import { changedSince, digests, readReleased } from './frozen.ts'

const problems = changedSince(await readReleased(), await digests())
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
