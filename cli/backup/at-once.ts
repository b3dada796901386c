/** Does work for each member, at most `count` at a time. After a failure, which it throws, none is begun. */
export const atOnce = async <Member>(
  count: number,
  members: Iterable<Member> | AsyncIterable<Member>,
  work: (member: Member) => Promise<unknown>,
): Promise<void> => {
  const running = new Set<Promise<unknown>>();
  // The failure is kept, because a task may fail while the next member is waited for.
  let failure: { readonly error: unknown } | undefined;
  for await (const member of members) {
    if (failure) break;
    const task: Promise<unknown> = work(member)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(task));
    running.add(task);
    if (running.size >= count) await Promise.race(running);
  }
  await Promise.all(running);
  if (failure) throw failure.error;
};
