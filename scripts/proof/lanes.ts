/** Runs jobs in so many lanes: each lane takes the next job when its last one has ended. */
export async function inLanes(lanes: number, jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  const queue = [...jobs]
  const lane = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await job()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
