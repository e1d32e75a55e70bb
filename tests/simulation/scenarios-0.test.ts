import { tellShare } from './scenarios.ts'

tellShare(0, 2)
