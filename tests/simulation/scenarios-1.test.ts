import { tellShare } from './scenarios.ts'

tellShare(1, 2)
