import { describe, expect, test } from "vitest";
import { programOf } from "#lib/statistics/programs.ts";

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.7559.220";

describe("downloads by podcast apps and browsers count for them, whatever lists of robots say of their names", () => {
  test.each([
    ["Overcast/2026.5 CFNetwork/3860.300.31 Darwin/25.2.0", "Overcast"],
    ["Overcast/792 CFNetwork/1098.7 Darwin/19.0.0", "Overcast"],
    ["Overcast/3.0 (+http://overcast.fm/; iOS podcast app)", "Overcast"],
    ["Overcast (+http://overcast.fm/; Apple Watch podcast app)", "Overcast"],
    ["Overcast (Watch) CFNetwork/1498.700.2 Darwin/23.6.0", "Overcast"],
    ["Overcast Player 66271", "Overcast"],
    ["Podcasts/4025.600.5.1 CFNetwork/3826.500.131 Darwin/24.5.0", "Apple Podcasts"],
    ["Podcasts/1575.1.2 CFNetwork/1240.0.4 Darwin/20.6.0", "Apple Podcasts"],
    ["%E6%92%AD%E5%AE%A2/1 CFNetwork/1568.200.51 Darwin/24.1.0", "Apple Podcasts"],
    ["AppleCoreMedia/1.0.0.22F76 (iPhone; U; CPU OS 18_5 like Mac OS X; en_gb)", "AppleCoreMedia"],
    ["AntennaPod/3.7.0", "AntennaPod"],
    ["PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)", "Podcast Addict"],
    ["Pocket%20Casts/7.96.0.4 CFNetwork/3826.600.41 Darwin/24.6.0", "Pocket Casts"],
    ["Shifty Jelly Pocket Casts, Android v7.64", "Pocket Casts"],
    [`Mozilla/5.0 (Macintosh) ${chrome} PocketCasts/2.2.0 Electron/40.6.1 Safari/537.36`, "Pocket Casts"],
    ["Castro/2024.8 CFNetwork/1568.100.1 Darwin/24.0.0", "Castro"],
    ["Castro 2021.1/1334", "Castro"],
    ["Podimo/1.11.3 build 121/iOS 13.3", "Podimo"],
    ["EpisodeFever/21 CFNetwork/976 Darwin/18.2.0", "EpisodeFever"],
    ["Spotify/9.0.44 iOS/18.5 (iPhone14,7)", "Spotify"],
    ["Spotify/8.9.10.616 Android/34 (Pixel 8)", "Spotify"],
    ["VLC/3.0.21 LibVLC/3.0.21", "VLC media player"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, "Chrome"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox"],
    ["SomeNewApp/1.4 (iPhone; iOS 26.1)", "other"],
    ["Overcasted/1.0", "other"],
  ])("%s", (userAgent, app) => {
    expect(programOf(userAgent)).toMatchObject({ app, isRobot: false });
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
    // The phone has the same episode downloaded.
    ["Podcasts/(null) watchOS/11.5 model/Watch7,1 hwp/t8310 build/22T572", undefined],
    ["atc/1.0 watchOS/11.5 model/Watch6,6 hwp/t8301 build/22T572 (6; dt:260)", undefined],
    ["Googlebot/2.1 (+http://www.google.com/bot.html)", undefined],
    ["Mozilla/5.0 (compatible; bingbot/2.0; like Overcast; +http://www.bing.com/bingbot.htm)", undefined],
    ["Mozilla/5.0 (Windows NT 6.1; rv:38.0) Gecko/20100101 Firefox/38.0 (IndeedBot 1.1)", undefined],
    ["SkyworkSpider", undefined],
    ["python-requests/2.32.3", undefined],
    ["Go-http-client/2.0", undefined],
    ["curl/8.9.1", undefined],
    ["", undefined],
  ])("%s", (userAgent, subscribers) => {
    const { isRobot, readsFor } = programOf(userAgent);
    expect({ isRobot, subscribers: readsFor?.subscribers }).toEqual({ isRobot: true, subscribers });
  });
});

test("a line break in an agent, which only a bad client sends, hides nothing", () => {
  expect(programOf("Cas\ntro/2024.8\r")).toMatchObject({ app: "Castro", isRobot: false });
});
