/** Names the window after the heading of the screen, so that one finds it among others, and hears where one is. */
export const nameWindow = (root: Element): void => {
  const product = document.title;
  const look = () => {
    const heading = document.querySelector("main h1")?.textContent;
    const title = heading ? `${heading} – ${product}` : product;
    if (document.title !== title) document.title = title;
  };
  new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true });
};
