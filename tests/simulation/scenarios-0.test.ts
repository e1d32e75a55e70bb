import { runShare } from './scenarios.ts'

runShare(0, 2)
