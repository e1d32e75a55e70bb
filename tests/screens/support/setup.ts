/** Runs before each file of mounted screens. The page and its modules are those of the file before. */
import { beforeAll, beforeEach } from 'vitest'
import { lookAt } from './looks.ts'
import './page-thread.ts'
import { clearStorages, putBack } from './put-back.ts'

beforeAll(() => lookAt({}))

// Added first, it runs last.
beforeEach(({ onTestFinished, task }) => {
  // What the screen of the test before has written late is not this test's.
  clearStorages()
  onTestFinished(async () => {
    const left = await putBack()
    // A test that failed was not able to tidy up.
    if (left.length > 0 && task.result?.state !== 'fail')
      throw new Error(`The test leaves behind: ${left.join('; ')}`)
  })
})
