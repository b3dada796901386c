/** Podcast apps and players, by what their user agents call them. */
const names = [
  "Amazon Music, AmazonMusic, AntennaPod, AppleCoreMedia, Audible, Balados, Breaker, Bullhorn, Castamatic",
  "CastBox, Castro, Deezer, Downcast, EpisodeFever, FeedFlow, Fountain, gPodder, Guacamole Podcasts, iCatcher!",
  "iHeartRadio, iTunes, Kasts, Luminary, Metacast, Moon FM, Overcast, Overcast Player, Pandora, Player FM",
  "PlayerFM, PocketCasts, Pocket Casts, Podbean, PodCruncher, Podcast Addict, PodcastAddict, Podcast Guru",
  "PodcastGuru, Podcast Republic, PodcastRepublic, Podcasts, Podcatcher Deluxe, Podfriend, Podimo, Podkicker",
  "Podverse, RadioPublic, RSSRadio, Shifty Jelly Pocket Casts, Snipd, Sonos, Spotify, Stitcher, TuneIn, VLC",
].flatMap((line) => line.split(", "));

/** The first words, or a product among those of the browser that an app is made of. */
const anyName = names.join("|");
const app = new RegExp(`^(?:${anyName})(?=[/ (,;]|$)|\\s(?:${anyName})/\\d`, "i");

/** What apps that say where to read about them call themselves in the same brackets. */
const calledApp = /\b(?:iOS|Android|watchOS|macOS|Apple Watch) podcast app\b/;

/** How programs of the same makers look that fetch for all, and not for somebody who listens. */
const fetching =
  /\b(?:sync|bot|crawler|fetcher|parser|consumer|importer|scanner|transcriber|lookup|subscribers?|readers?)\b|^Spotify\/1\.0$/i;

/** Who asks by the name of a podcast app: the app itself or its maker's robot; undefined for other names. */
export const podcastAppOf = (userAgent: string): "listener" | "robot" | undefined => {
  if (calledApp.test(userAgent)) return "listener";
  // Apple's systems escape blanks in names.
  const words = userAgent.replaceAll("%20", " ");
  if (!app.test(words)) return undefined;
  return fetching.test(words) ? "robot" : "listener";
};
