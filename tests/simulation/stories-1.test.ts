import { tellShare } from './stories.ts'

tellShare(1, 2)
