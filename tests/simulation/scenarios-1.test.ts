import { runShare } from './scenarios.ts'

runShare(1, 2)
