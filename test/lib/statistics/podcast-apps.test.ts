import { describe, expect, test } from "vitest";
import { programOf } from "#lib/statistics/programs.ts";

describe("downloads by podcast apps count, whatever lists of robots say of their names", () => {
  test.each([
    "Overcast/2026.5 CFNetwork/3860.300.31 Darwin/25.2.0",
    "Overcast/792 CFNetwork/1098.7 Darwin/19.0.0",
    "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)",
    "Overcast (+http://overcast.fm/; Apple Watch podcast app)",
    "Overcast (Watch) CFNetwork/1498.700.2 Darwin/23.6.0",
    "Overcast Player 66271",
    "AppleCoreMedia/1.0.0.22F76 (iPhone; U; CPU OS 18_5 like Mac OS X; en_gb)",
    "Podcasts/4025.600.5.1 CFNetwork/3826.500.131 Darwin/24.5.0",
    "AntennaPod/3.7.0",
    "PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)",
    "Pocket%20Casts/7.96.0.4 CFNetwork/3826.600.41 Darwin/24.6.0",
    "Shifty Jelly Pocket Casts, Android v7.64",
    "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 (KHTML, like Gecko) PocketCasts/2.2.0 Chrome/144.0.7559.220 Electron/40.6.1 Safari/537.36",
    "Castro/2024.8 CFNetwork/1568.100.1 Darwin/24.0.0",
    "Podimo/1.11.3 build 121/iOS 13.3",
    "EpisodeFever/21 CFNetwork/976 Darwin/18.2.0",
    "Spotify/9.0.44 iOS/18.5 (iPhone14,7)",
    "VLC/3.0.21 LibVLC/3.0.21",
  ])("%s", (userAgent) => {
    expect(programOf(userAgent).isRobot).toBe(false);
  });
});

describe("robots that fetch feeds and files for apps do not", () => {
  test.each([
    ["Overcast/1.0 Podcast Sync (12 subscribers; feed-id=123456; +http://overcast.fm/)", 12],
    ["Overcast/1.0 Podcast Sync (+http://overcast.fm/)", undefined],
    ["Overcast/1.0 Podcast Sync", undefined],
    ["Overcast%20Transcriber/1 CFNetwork/3855.100.1 Darwin/25.0.0", undefined],
    ["PlayerFM/1.0 Podcast Sync (3 subscribers; url=https://player.fm/series/series-2567872)", 3],
    ["Metacast/1.0 Crawler +https://metacast.app", undefined],
    ["Castro 2, Episode Duration Lookup", undefined],
    ["PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)", undefined],
    ["RSSRadio (Push Notification Scanner;support@dorada.co.uk)", undefined],
    ["Spotify/1.0", undefined],
    ["Googlebot/2.1 (+http://www.google.com/bot.html)", undefined],
    ["Mozilla/5.0 (compatible; bingbot/2.0; like Overcast; +http://www.bing.com/bingbot.htm)", undefined],
    ["curl/8.9.1", undefined],
    ["", undefined],
  ])("%s", (userAgent, subscribers) => {
    const { isRobot, readsFor } = programOf(userAgent);
    expect({ isRobot, subscribers: readsFor?.subscribers }).toEqual({ isRobot: true, subscribers });
  });
});
