/** Fails on a second name for a thing in what people read. docs/words.md#one-name-for-one-thing */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { sourcesNow } from './changed/sources.ts'
import { mayHoldSecondName, secondNames, wordList, writtenIn, writtenOn } from './second-names.ts'

const HELP = 'docs/ajuda'
/** Migrations are frozen, and demo data has names that a user chose. */
const UNREAD = /^(?:server\/db\/migrations\/|server\/demo\/)/u

const list = wordList(readFileSync('docs/words.md', 'utf8'))
const judge = secondNames(list)
const mayHold = mayHoldSecondName(list)
const sources = [...(await sourcesNow('src', 'server'))].filter(
  ([file, source]) => !UNREAD.test(file) && mayHold(source),
)
const pages = readdirSync(HELP).map((name) => posix.join(HELP, name))
const found = [
  ...sources.flatMap(([file, source]) => judge(file, source, writtenIn(file, source))),
  ...pages.flatMap((file) => {
    const page = readFileSync(file, 'utf8')
    return judge(file, page, writtenOn(page))
  }),
]
for (const problem of found) console.log(problem)
process.exitCode = found.length === 0 ? 0 : 1
