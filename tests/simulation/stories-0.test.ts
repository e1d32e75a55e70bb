import { tellShare } from './stories.ts'

tellShare(0, 2)
