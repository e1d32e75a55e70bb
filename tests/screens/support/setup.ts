/** Runs before each file of mounted screens. */
import { replaceThreadsAndNetwork } from './page-thread.ts'

replaceThreadsAndNetwork()
